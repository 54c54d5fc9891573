/** A message names each wrong variable and what is expected of it. */
export class ConfigError extends Error {}
