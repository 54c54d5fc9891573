const BROWSERS: [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Edg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,4})/, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/**
 * Browser and system of a User-Agent header, such as `Chrome 142, Windows`; an unknown header is returned
 * unchanged.
 */
export function agentName(agent: string): string {
  const browser = BROWSERS.map(([pattern, name]) => {
    const match = pattern.exec(agent)
    return match ? `${name} ${match[1]}` : ''
  }).find(Boolean)
  if (!browser) return agent
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  return system ? `${browser}, ${system}` : browser
}
