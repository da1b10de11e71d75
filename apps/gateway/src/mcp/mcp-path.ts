/** The path of the endpoint of the Model Context Protocol. */
export const mcpPath = '/mcp'
