import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import {
  exampleCustomerVoicemail,
  exampleRecord,
  type CustomerVoicemail,
} from '@crm/contracts/entities/telephony.js';
import {
  getRecord,
  listRecordsOfLead,
  listVoicemailsOfLead,
  readVoicemail,
} from '@crm/contracts/http/recordings.js';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { fakeAudio } from '../test/fake-audio.js';
import { answer } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';

const done = { status: 'success', message: '' } as const;
const lead_id = exampleLifeLead.id;
const record = { ...exampleRecord, lead_id };
const voicemail: CustomerVoicemail = { ...exampleCustomerVoicemail, lead_id };

/** By id: querying the whole page by role takes seconds. */
async function panelOf(key: string) {
  const element = await waitFor(() => {
    const found = document.getElementById(`lead-panel-right-${key}`);
    if (!found) throw new Error(`The tab ${key} is not open`);
    return found;
  });
  return within(element);
}
const vmTab = () => document.getElementById('lead-tab-right-vm');

async function openVm(user = buildUser(), known: Partial<CustomerVoicemail> = {}) {
  const opened = await openLead({ user });
  const { server, goTo, live } = opened;
  server
    .on(listVoicemailsOfLead, answer(listVoicemailsOfLead, { vm: [{ ...voicemail, ...known }] }))
    .on(readVoicemail, answer(readVoicemail, { ...done, message: 'Read' }));
  await goTo(`/lead/${lead_id}/vm`);
  // The lead's data is refetched.
  await live.say('updateLead', exampleLifeLead);
  const panel = await panelOf('vm');
  return { ...opened, panel, play: await panel.findByRole('button', { name: /^Play the voicemail/ }) };
}
afterEach(() => {
  jest.restoreAllMocks();
});

test('History lists the recorded calls; opening one brings its audio and what was said', async () => {
  const { server, goTo, pointer, live } = await openLead();
  server
    .on(listRecordsOfLead, answer(listRecordsOfLead, { records: [record] }))
    .on(getRecord, answer(getRecord, { ...done, record: { ...record, text: 'Good morning, Raymond.' } }));
  await goTo(`/lead/${lead_id}/history`);
  const panel = await panelOf('history');
  const opener = await panel.findByRole('button', { expanded: false });
  expect(opener).toHaveTextContent('11/20/2026 9:40 AM PT');
  expect(opener).toHaveTextContent('Dana Reyes-Whitfield');
  await pointer.click(opener);
  expect(await panel.findByText('Good morning, Raymond.')).toBeVisible();
  expect(panel.getByRole('button', { name: /^Play the call/ })).toBeVisible();

  await live.say('recordAdd', { ...record, id: '66f0a1b2c3d4e5f6010209ff', agentName: 'Joel Abernathy' });
  await waitFor(() => {
    expect(panel.getAllByRole('listitem')[0]).toHaveTextContent('Joel Abernathy');
  });
});

test('a voicemail counts as new until its agent plays it', async () => {
  const { played } = fakeAudio();
  const { panel, play, pointer, server } = await openVm();
  expect(panel.getByText('New')).toBeVisible();
  expect(panel.getByText('Please call me back after five.')).toBeVisible();
  expect(vmTab()).toHaveTextContent('1 new voicemail');
  await pointer.click(play);
  await waitFor(() => {
    expect(panel.queryByText('New')).not.toBeInTheDocument();
  });
  expect(played).toEqual([voicemail.url]);
  expect(server.calls(readVoicemail)[0]?.params).toEqual({ id: voicemail.id });
  expect(vmTab()).not.toHaveTextContent('new voicemail');
});

test('an admin who plays it leaves it new for its agent', async () => {
  fakeAudio();
  const { panel, play, pointer, server } = await openVm(buildAdmin());
  await pointer.click(play);
  await panel.findByRole('button', { name: /^Pause/ });
  expect(server.calls(readVoicemail)).toEqual([]);
  expect(panel.getByText('New')).toBeVisible();
});

test('a voicemail counts as new until somebody else plays it', async () => {
  const { live, server } = await openVm(buildGuide());
  expect(vmTab()).toHaveTextContent('1 new voicemail');
  server.on(listVoicemailsOfLead, answer(listVoicemailsOfLead, { vm: [{ ...voicemail, read: 1 }] }));
  await live.say('voicemailChanged', { voicemail_id: voicemail.id, lead_id });
  await waitFor(() => {
    expect(vmTab()).not.toHaveTextContent('new voicemail');
  });
});

test('a voicemail that comes in stands there at once, and is said to whom it was left for', async () => {
  const { panel, live, server } = await openVm(buildUser(), { read: 1 });
  const fresh = { ...voicemail, id: '66f0a1b2c3d4e5f6010209ff' };
  server.on(listVoicemailsOfLead, answer(listVoicemailsOfLead, { vm: [fresh, { ...voicemail, read: 1 }] }));
  await live.say('voicemailChanged', { voicemail_id: fresh.id, lead_id });
  await waitFor(() => {
    expect(panel.getAllByRole('listitem')).toHaveLength(2);
  });
  expect(screen.queryByText(/just left you a new voicemail/)).not.toBeInTheDocument();
  await live.say('createCustomerVoiceMail', { voicemail: fresh });
  expect(
    await screen.findByText(
      'Raymond Okafor just left you a new voicemail. Please check it as soon as possible.',
    ),
  ).toBeVisible();
  expect(vmTab()).toHaveTextContent('1 new voicemail');
});
