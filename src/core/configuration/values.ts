import * as v from 'valibot'

export const flag = v.pipe(
  v.picklist(['1', '0', 'true', 'false'], 'should be 1 or 0'),
  v.transform((s) => s === '1' || s === 'true'),
)
export const wholeNumber = v.pipe(
  v.string(),
  v.regex(/^\d+$/, 'should be a whole number'),
  v.transform(Number),
)
export const url = v.pipe(v.string(), v.url('should be a full URL'))
