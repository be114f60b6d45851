/** @type {import('../breakage.mjs').Breakage[]} */
export default [];
