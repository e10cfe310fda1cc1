import { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { deleteLead } from '@crm/contracts/http/leads.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
let _id: Types.ObjectId;
beforeAll(async () => {
  server = await startLeads();
  const { id } = await server.givenLead(lifeInput());
  await server.admin.client.call(deleteLead, { body: { lead_id: id } });
  _id = new Types.ObjectId(id);
});
afterAll(() => server.stop());

const model = () => server.service.ctx.leads;
const native = () => server.service.ctx.leads.db.collection('leads');
const set = { $set: { fullname: 'Back again' } };

describe('a query that forgets that leads are deleted is refused:', () => {
  test.each<[string, () => unknown]>([
    ['find', () => model().find({ _id }).lean()],
    ['find everything', () => model().find().lean()],
    ['findById', () => model().findById(_id).lean()],
    ['exists', () => model().exists({ _id })],
    ['a cursor', () => model().find({ _id }).lean().cursor().next()],
    ['countDocuments', () => model().countDocuments({ _id })],
    ['estimatedDocumentCount', () => model().estimatedDocumentCount()],
    ['distinct', () => model().distinct('version', { _id })],
    ['aggregate', () => model().aggregate([{ $match: { _id } }])],
    ['aggregate without $match', () => model().aggregate([{ $count: 'leads' }])],
    ['updateOne', () => model().updateOne({ _id }, set)],
    ['updateMany', () => model().updateMany({ _id }, set)],
    ['findOneAndUpdate', () => model().findOneAndUpdate({ _id }, set).lean()],
    ['deleteOne', () => model().deleteOne({ _id })],
    ['deleteMany', () => model().deleteMany({})],
    ['bulkWrite', () => model().bulkWrite([{ updateOne: { filter: { _id }, update: set } }])],
    [
      'one forgetful write among others',
      () =>
        model().bulkWrite([
          { updateOne: { filter: alive({ _id }), update: set } },
          { deleteOne: { filter: { _id } } },
        ]),
    ],
    ['the driver’s findOne', async () => native().findOne({ _id })],
    ['the driver’s find', async () => native().find({}).toArray()],
    ['the driver’s bulkWrite', async () => native().bulkWrite([{ deleteMany: { filter: {} } }])],
    [
      'the driver’s aggregate',
      async () =>
        native()
          .aggregate([{ $match: {} }])
          .toArray(),
    ],
  ])('%s', async (_name, query) => {
    await expect(async () => await query()).rejects.toThrow('may find deleted records');
  });
});

test('with the tombstones in mind the deleted lead is not there, or is one', async () => {
  expect(await model().findOne(alive({ _id })).lean()).toBeNull();
  expect(await model().aggregate([{ $match: alive({ _id }) }])).toEqual([]);
  expect((await model().updateOne(alive({ _id }), set)).matchedCount).toBe(0);
  expect(await model().exists({ _id, deletedAt: { $exists: true } })).not.toBeNull();
});
