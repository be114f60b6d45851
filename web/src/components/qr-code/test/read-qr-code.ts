/** Decodes a drawn QR code. */

import jsQr from 'jsqr';

/** jsqr's types declare an ES default export, but Node imports CommonJS. */
const readCode = (jsQr as unknown as { default: typeof jsQr }).default;

const pixelsPerModule = 4;

/** Rasterizes the drawing: a point is dark inside an odd number of outlines. */
const rasterize = (svg: Element) => {
  const [left = 0, top = 0, side = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const outlines = (svg.querySelector('path')?.getAttribute('d') ?? '')
    .split('Z')
    .filter((outline) => outline !== '')
    .map((outline) =>
      outline
        .slice(1)
        .split('L')
        .map((point) => point.split(' ').map(Number)),
    );
  const isInside = (x: number, y: number): boolean =>
    outlines.reduce((inside, corners) => {
      let isIn = false;
      corners.forEach(([x1 = 0, y1 = 0], index) => {
        const [x2 = 0, y2 = 0] = corners[(index + 1) % corners.length] ?? [];
        if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) isIn = !isIn;
      });
      return inside !== isIn;
    }, false);
  const width = side * pixelsPerModule;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let row = 0; row < width; row++)
    for (let column = 0; column < width; column++)
      if (isInside(left + (column + 0.5) / pixelsPerModule, top + (row + 0.5) / pixelsPerModule))
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { pixels, width };
};

export const readQrCode = (svg: Element): string | undefined => {
  const { pixels, width } = rasterize(svg);
  return readCode(pixels, width, width)?.data;
};
