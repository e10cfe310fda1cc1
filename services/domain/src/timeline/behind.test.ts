import { Types } from 'mongoose';
import { behind } from './behind.js';

const at = '2026-11-20T17:40:12.000Z';
const hex = '66f0a1b2c3d4e5f6010208aa';
const notes = { what: 'note', field: 'createdAt' };

describe('what stands behind a place of a timeline', () => {
  test.each([
    ['everything where there is no place', null, {}],
    [
      'of the same kind: what is older, and of that instant what has a smaller id',
      { at, id: `note:${hex}` },
      {
        $or: [
          { createdAt: { $lt: new Date(at) } },
          { createdAt: new Date(at), _id: { $lt: new Types.ObjectId(hex) } },
        ],
      },
    ],
    [
      'of a kind that stands behind: that instant too',
      { at, id: `text:${hex}` },
      { createdAt: { $lte: new Date(at) } },
    ],
    [
      'of a kind that stands before: nothing of that instant',
      { at, id: `call:${hex}` },
      { createdAt: { $lt: new Date(at) } },
    ],
    [
      'of an id that is none: nothing of that instant',
      { at, id: 'note:x' },
      { createdAt: { $lt: new Date(at) } },
    ],
  ])('is %s', (_what, before, filter) => {
    expect(behind(before, notes)).toEqual(filter);
  });
});
