/**
 * Replaces the hyphen of a negative number by a minus sign, for people. Files for programs keep the hyphen.
 */
export const withMinus = (number: string) => number.replace('-', '−')
