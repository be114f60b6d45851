import { clipPerson } from '@tandem/proto/browser/person';

describe('a person in a report', () => {
  it.each([
    ['Ada', 'Ada'],
    ['A'.repeat(201), 'A'.repeat(200)],
    [`${'A'.repeat(198)}😀`, `${'A'.repeat(198)}😀`],
    [`${'A'.repeat(199)}😀`, 'A'.repeat(199)],
    ['😀'.repeat(101), '😀'.repeat(100)],
  ])('is cut between characters: %s', (name, cut) => {
    expect(clipPerson({ name, email: '' })).toEqual({ name: cut, email: '' });
  });
});
