/** Thrown for a setting that is missing or invalid. The message names the variable and says what is accepted. */
export class ConfigError extends Error {}
