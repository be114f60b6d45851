import { createReceipts } from './receipts.js';

test('reports the running total over the data channel when a piece asks for it', () => {
  const reported: number[] = [];
  const receipts = createReceipts((bytes) => reported.push(bytes));
  receipts.onPiece(100, false);
  expect(reported).toEqual([]);
  receipts.onPiece(20, true);
  receipts.onPiece(3, false);
  receipts.onPiece(4, true);
  expect(reported).toEqual([120, 127]);
});
