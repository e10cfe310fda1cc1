import { Types } from 'mongoose';
import { alive } from './outbox-fields.js';
import { mindsTombstones } from './tombstones.rules.js';

const _id = new Types.ObjectId();

test.each<[string, unknown, boolean]>([
  ['nothing', {}, false],
  ['no filter', undefined, false],
  ['an id', { _id }, false],
  ['ids', { _id: { $in: [_id] } }, false],
  ['an id at a version', { _id, version: 4 }, false],
  ['a time that tombstones have too', { updatedAt: { $lt: new Date(0) } }, false],
  ['an id of what is alive', alive({ _id }), true],
  ['an id of what is not deleted', { _id, deletedAt: { $exists: false } }, true],
  ['tombstones themselves', { _id, deletedAt: { $exists: true } }, true],
  ['events to publish', { outboxAt: { $gt: new Date(0) } }, true],
  ['an emptied outbox', { _id, 'outbox.0': { $exists: false } }, true],
  ['a field of the record', { type_id: 2 }, true],
  ['a field inside it', { 'list.agent': { $in: ['', 'a'] } }, true],
  ['one of its texts', { 'list.words': { $regex: '^ray' } }, true],
  ['a text as an expression', { fullname: /^ray/ }, true],
  ['a field that is there', { phone: { $exists: true } }, true],
  ['a field that is not there', { phone: { $exists: false } }, false],
  ['a field that is null', { phone: null }, false],
  ['a field that may be null', { phone: { $in: ['+12145550117', null] } }, false],
  ['another value', { status: { $ne: 'newLead' } }, false],
  ['none of some values', { status: { $nin: ['newLead'] } }, false],
  ['a condition turned round', { status: { $not: { $eq: 'newLead' } } }, false],
  ['a value beside another condition', { premium: { $ne: 3, $gt: 0 } }, true],
  ['an object as a value', { price: { aetna: 40 } }, true],
  ['all of several, one of them of the record', { $and: [{ _id }, { type_id: 2 }] }, true],
  ['all of several ids', { $and: [{ _id }, { version: 2 }] }, false],
  ['either of two of its fields', { $or: [{ phone: '+1' }, { second_phone: '+1' }] }, true],
  ['one of its fields or an id', { $or: [{ phone: '+1' }, { _id }] }, false],
  ['none of its fields', { $nor: [{ type_id: 2 }] }, false],
  ['an expression', { $expr: { $eq: ['$type_id', 2] } }, false],
])('a filter by %s', (_what, filter, expected) => {
  expect(mindsTombstones(filter)).toBe(expected);
});
