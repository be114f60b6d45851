/** Written with the recording by `npm run product-pictures -w web`. */
export const cutsMs = [0, 4500, 9000, 13500, 18000, 25000, 32000, 36500];
