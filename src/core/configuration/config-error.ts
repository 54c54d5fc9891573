/** An invalid configuration. The message names each invalid variable and its expected value. */
export class ConfigError extends Error {}
