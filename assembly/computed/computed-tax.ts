/**
 * The value-added tax on an amount of money, at a rate in per cent, rounded to the smallest unit of the
 * currency. `includedIf`: the option with which the amount already includes the tax.
 */
export interface ComputedTax {
  taxOn: string
  rate: string
  includedIf: { field: string; is: string }
}
