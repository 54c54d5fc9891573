declare module 'opencc-js/dict/*' {
  /** Pairs of a character and another of the same meaning: "發 发|…". */
  const pairs: string
  export default pairs
}
