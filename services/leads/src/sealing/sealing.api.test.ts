import { Types } from 'mongoose';
import { followupCreated } from '@crm/contracts/bus/followup-events.js';
import { events, leadCreated, leadDeleted, leadUpdated } from '@crm/contracts/bus/events.js';
import { privacyServices } from '@crm/contracts/customers/privacy.js';
import { exampleEventFollowup } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { listBeneficiaries, saveBeneficiary } from '@crm/contracts/http/beneficiaries.js';
import { deleteLead, restChangeLead, restGetLead } from '@crm/contracts/http/leads.js';
import { listRawLeads, searchLeads } from '@crm/contracts/http/lead-lists.js';
import { listRefusedRows, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import * as privacy from '@crm/contracts/http/privacy.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { restoreLead } from '@crm/contracts/resources/deleted-lead.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { newEventId } from '@crm/platform/outbox/event-id.js';
import { testSigner } from '@crm/platform/testing/service-keys.js';
import { uniqueEmail, uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { healthInput, lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';
import { sealedCollections } from './sealed-collections.js';

let server: LeadsServer;
let agent: SignedIn;
/** Everything that went over the bus, as it is on the wire. */
const wire: string[] = [];
beforeAll(async () => {
  server = await startLeads();
  agent = await server.signIn();
  const consumer = await server.bus.consume({
    queue: 'sealing-test',
    types: events.map(({ type }) => type),
    handle: async (envelope) => {
      wire.push(JSON.stringify(envelope));
    },
  });
  await consumer.live;
});
afterAll(() => server.stop());

const db = () => {
  const connection = server.service.ctx.leads.db;
  if (connection.db === undefined) throw new Error('The store is not connected');
  return connection.db;
};

const note = (lead_id: string, message: string) =>
  agent.client.call(createNote, { body: { user_id: agent.user.id, lead_id, message } });
const read = async ({ id }: Pick<Lead, 'id'>) =>
  (await agent.client.call(restGetLead, { params: { id } })).answer;

const relative = { gender: 'f', height: 61, weight: 133, tobacco: 0 } as const;

/** What a day may leave behind, each text unlike any other. */
const markers = [
  ...['Zanubrutinib', 'Sertraline-xr', 'Spouse Quillfeather', 'Child Quillfeather', 'Heir Quillfeather'],
  ...['1931-07-19', '1933-08-21', '1944-09-22', '2011-10-23', '07/19/1931', '1935-11-24', '1936-12-25'],
  ...['Told me about the biopsy', 'Ask about the dialysis', 'Rowleigh Quillfeather'],
];

describe('after a day of all kinds of work', () => {
  let life: Lead;
  let health: Lead;
  const rows = `Imported One,${uniquePhone()},${uniqueEmail('one')},TX,12/25/1936\r\nRowleigh Quillfeather,12,none,Nowhere,11/24/1935`;
  let importId: string;

  beforeAll(async () => {
    life = await server.givenLead(
      lifeInput({ birth_date: '1931-07-19', medications: ['copd'], height: 77, tobacco: 1 }),
      agent,
    );
    health = await server.givenLead(
      healthInput({
        birth_date: '1933-08-21',
        medications: ['cancer'],
        prescription_medications: 'Zanubrutinib',
        spouse: { name: 'Spouse Quillfeather', birth_date: '1944-09-22', ...relative },
        children: [{ name: 'Child Quillfeather', birth_date: '2011-10-23', ...relative }],
      }),
      agent,
    );
    const changed = await agent.client.call(restChangeLead, {
      params: { id: health.id },
      body: { type: 'health', version: health.version, prescription_medications: 'Sertraline-xr' },
    });
    health = changed.answer.lead;
    await agent.client.call(saveBeneficiary, {
      params: { leadId: life.id, number: '1' },
      body: {
        ...{ name: 'Heir Quillfeather', relative_id: 3, dob: '01/31/1960', location: 'TX' },
        ...{ work_status: 'Nurse', percent: 60 },
      },
    });
    await note(life.id, 'Told me about the biopsy');
    // As a release told it that had the description in it.
    const followup = { ...exampleEventFollowup, id: uniqueId(), lead_id: life.id };
    const told = await server.send(followupCreated, { data: followup });
    const description = 'Ask about the dialysis';
    await server.bus.publish([{ ...told, id: newEventId(), data: { ...followup, description } }]);
    const form = new FormData();
    form.set('lt', 'life');
    form.set('delimiter', ',');
    form.set('file', new Blob([`Full Name,Phone,Email,State,DOB\r\n${rows}`]), 'leads.csv');
    const response = await fetch(`${server.service.url}${uploadBulkCsv.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.admin.token}` },
      body: form,
    });
    importId = uploadBulkCsv.answer.parse(await response.json()).import.id;
    await until(
      'the import is through',
      async () =>
        (await server.service.ctx.imports.refusedRows.countDocuments({
          import_id: new Types.ObjectId(importId),
        })) === 1 || undefined,
    );
    const gone = await server.givenLead(lifeInput({ birth_date: '1931-07-19' }), agent);
    await server.admin.client.call(deleteLead, { body: { lead_id: gone.id } });
    const exported = await server.admin.client.call(privacy.makePrivacyRequest, {
      body: { kind: 'export', phones: [life.phone ?? ''], lead_ids: [life.id, health.id], reason: 'Letter' },
    });
    const { id } = exported.answer.request;
    await until('leads has answered the export', async () =>
      (await db()
        .collection('privacysheets')
        .countDocuments({ request_id: new Types.ObjectId(id) })) > 0
        ? true
        : undefined,
    );
    await server.service.outboxIdle();
    await server.service.auditIdle();
  });

  test('none of it is in the databases, on the bus or in the log', async () => {
    const stored = await dumpDatabase(db());
    const sent = wire.filter((text) => !text.includes('followup.created')).join('\n');
    for (const marker of markers) {
      const at = stored.indexOf(marker);
      expect([marker, at === -1 ? '' : stored.slice(Math.max(0, at - 300), at)]).toEqual([marker, '']);
      expect([marker, sent.includes(marker)]).toEqual([marker, false]);
      expect([marker, server.lines.text().includes(marker)]).toEqual([marker, false]);
    }
    // The dump would show it: what is not sealed is there.
    expect(stored).toContain(life.fullname);
    expect(sent).toContain(life.fullname);
  });

  test('events have neither what is sealed of a lead nor what is worked out from it, and name it as changed', async () => {
    const { data } = await server.probe.waitFor(leadCreated, (event) => event.data.lead.id === health.id);
    for (const field of [
      'birth_date',
      'age',
      'bmi',
      'medications',
      'spouse',
      'children',
      'major_condition_cancer',
    ])
      expect(data.lead).not.toHaveProperty(field);
    expect(data.lead).toMatchObject({ fullname: health.fullname, phone: health.phone, state: 'CA' });
    const updated = await server.probe.waitFor(leadUpdated, (event) => event.data.lead.id === health.id);
    expect(updated.data.changed).toEqual(['prescription_medications']);
  });

  test('who may read it reads it as it was written', async () => {
    expect(await read(life)).toMatchObject({
      birth_date: '1931-07-19',
      age: 95,
      medications: ['copd'],
      height: 77,
      tobacco: 1,
    });
    expect(await read(health)).toMatchObject({
      prescription_medications: 'Sertraline-xr',
      major_condition_cancer: 1,
      spouse: { name: 'Spouse Quillfeather' },
      children: [{ birth_date: '2011-10-23' }],
    });
    const { notes } = (await agent.client.call(listNotes, { params: { leadId: life.id } })).answer;
    expect(notes.map(({ message }) => message)).toEqual(['Told me about the biopsy']);
    const { beneficiaries } = (await agent.client.call(listBeneficiaries, { params: { leadId: life.id } }))
      .answer;
    expect(beneficiaries).toMatchObject([{ name: 'Heir Quillfeather', dob: '01/31/1960' }]);
    const { client } = server.admin;
    const refused = await client.call(listRefusedRows, {
      params: { id: importId },
      query: {},
    });
    expect(refused.answer.rows.map(({ row }) => row)).toEqual([rows.split('\r\n')[1]]);
    const raw = (await client.call(listRawLeads, { query: {} })).answer;
    expect(raw.rawLeads.map(({ birth_date }) => birth_date)).toContain('1936-12-25');
    const found = (await agent.client.call(searchLeads, { query: { search: life.phone ?? '' } })).answer;
    expect(found.leads).toMatchObject([{ id: life.id, birth_date: null }]);
  });

  test('a deleted lead comes back with it', async () => {
    const lead = await server.givenLead(lifeInput({ birth_date: '1931-07-19' }), agent);
    await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
    await server.admin.client.call(restoreLead, { params: { id: lead.id } });
    expect(await read(lead)).toMatchObject({ birth_date: '1931-07-19' });
  });
});

describe('an erased person', () => {
  test('is unreadable in a copy of before, and news that come late bring nothing back', async () => {
    const lead = await server.givenLead(
      lifeInput({ birth_date: '1931-07-19', medications: ['copd'] }),
      agent,
    );
    await note(lead.id, 'Told me about the biopsy');
    const _id = new Types.ObjectId(lead.id);
    const [copy, notes] = await Promise.all([
      db().collection('leads').findOne({ _id }),
      db().collection('notes').find({ lead_id: _id }).toArray(),
    ]);
    const { answer } = await server.admin.client.call(privacy.makePrivacyRequest, {
      body: {
        kind: 'erasure',
        phones: [lead.phone ?? ''],
        lead_ids: [lead.id],
        reason: 'Letter',
        never_contact: 0,
      },
    });
    for (const service of privacyServices.filter((name) => name !== 'leads'))
      await server.stranger.as(testSigner(service, server.clock)('leads')).call(privacy.privacyTaskDone, {
        params: { id: answer.request.id },
        body: { sheet: 0, is_last: true, counts: {} },
      });
    await server.probe.waitFor(leadDeleted, ({ data }) => data.lead_id === lead.id);
    await until('its key is destroyed', async () => {
      const key = await db().collection(dataKeyCollection).findOne({ _id });
      return key?.['destroyedAt'] !== undefined || undefined;
    });
    expect(await db().collection(dataKeyCollection).findOne({ _id })).not.toHaveProperty('key');

    await server.send(followupCreated, {
      data: { ...exampleEventFollowup, id: uniqueId(), lead_id: lead.id },
    });
    expect(await db().collection('lead_changes').countDocuments({ lead_id: _id })).toBe(0);

    // A backup of before is put back.
    await db().collection('leads').deleteOne({ _id });
    await db()
      .collection('leads')
      .insertOne({ ...copy, _id });
    await db().collection('notes').insertMany(notes);
    const back = await read(lead);
    expect(back).toMatchObject({ fullname: lead.fullname, birth_date: null, age: null, medications: [] });
    const replica = await server.replica();
    expect(await replica.ctx.notes.find({ lead_id: _id }).lean()).toEqual([
      expect.not.objectContaining({ message: expect.anything() as unknown }),
    ]);
  });
});

test('what an earlier version stored is sealed at the start, with the key that lists sort by, and read as before', async () => {
  const lead = await server.givenLead(lifeInput({ birth_date: '1931-07-19', medications: ['copd'] }), agent);
  await note(lead.id, 'Told me about the biopsy');
  const _id = new Types.ObjectId(lead.id);
  await db()
    .collection('leads')
    .updateOne(
      { _id },
      { $set: { birth_date: '1931-07-19', medications: ['copd'], 'list.birth_date': '1931-07-19' } },
    );
  await db()
    .collection('notes')
    .updateOne({ lead_id: _id }, { $set: { message: 'Told me about the biopsy' } });
  await db().collection('migrations').deleteMany({});
  await server.replica();
  await until('all is sealed', async () => {
    const params = { service: 'leads' } as const;
    const { schema } = (await server.admin.client.call(getSystemPart, { params })).answer;
    return schema?.every(({ state }) => state === 'done') || undefined;
  });
  expect(await dumpDatabase(db())).not.toMatch(/1931-07-19|the biopsy/);
  expect(await db().collection('leads').findOne({ _id })).toMatchObject({ list: { birth_date: '1931' } });
  expect(await read(lead)).toMatchObject({ birth_date: '1931-07-19', medications: ['copd'] });
});

test('each sealed field is one of a collection of the service', () => {
  const { models } = server.service.ctx.leads.db;
  const schemas = new Map(
    Object.values(models).map(({ collection, schema }) => [collection.collectionName, schema]),
  );
  for (const { collection, fields, owner } of sealedCollections)
    for (const field of [...fields, owner])
      expect([collection, field, schemas.get(collection)?.pathType(field) ?? 'unknown']).toEqual([
        collection,
        field,
        expect.stringMatching(/^(real|nested)$/),
      ]);
});
