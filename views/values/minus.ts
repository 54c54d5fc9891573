/** A number as people read it: its minus is none that a keyboard has. Files for programs keep the hyphen. */
export const withMinus = (number: string) => number.replace('-', '−')
