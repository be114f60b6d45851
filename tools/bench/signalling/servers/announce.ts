/** Every server tells its port in one line on stdout. @param {number} port */
export const announce = (port) => void process.stdout.write(`listening ${port}\n`);
