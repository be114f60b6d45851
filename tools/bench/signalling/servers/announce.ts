/** Each server prints its port in one line. */
export const announce = (port: number) => void process.stdout.write(`listening ${port}\n`);
