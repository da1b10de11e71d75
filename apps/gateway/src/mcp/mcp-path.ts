/** The path of the endpoint of the Model Context Protocol (MCP). */
export const mcpPath = '/mcp'
