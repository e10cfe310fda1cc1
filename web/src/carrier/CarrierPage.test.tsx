import { screen, waitFor, within } from '@testing-library/react';
import {
  checkCarrier,
  mendCarrier,
  type CarrierFinding,
  type CarrierReport,
} from '@crm/contracts/http/carrier.js';
import { buildAdmin } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import CarrierPage from './CarrierPage.js';

const finding = (given: Partial<CarrierFinding>): CarrierFinding => ({
  ...{ code: 'account-fine', area: 'account', severity: 'fine', remedy: '', numbers: [], mendable: false },
  sentence: 'The account is active, and no trial.',
  ...given,
});
const lost = finding({
  ...{ code: 'number-voice-address', area: 'numbers', severity: 'blocks', mendable: true },
  sentence: 'Calls to (214) 555-0199 do not reach this installation.',
  remedy: 'Mend: the voice address is set.',
});
const open = finding({
  ...{ code: 'countries-open', area: 'countries', severity: 'warns' },
  sentence: 'The account may call Latvia.',
});
const url = 'https://calls.example.com/tw/voice/number';
const report = (given: Partial<CarrierReport> = {}): CarrierReport => ({
  ...{ checked_at: '2026-11-20T17:38:00.000Z', simulated: false, settings: [], digest: 'a'.repeat(32) },
  findings: [lost, open, finding({})],
  changes: [
    {
      ...{ target: 'number', sid: 'PN1', name: '+12145550199' },
      fields: [{ field: 'voiceUrl', from: '', to: url }],
    },
    { target: 'sender', sid: 'PN1', name: '+12145550199', fields: [] },
  ],
  ...given,
});
const mended = report({ findings: [open, finding({})], changes: [] });

function openPage(first: CarrierReport = report()) {
  const server = new FakeServer(buildAdmin())
    .on(checkCarrier, answer(checkCarrier, first))
    .on(
      mendCarrier,
      answer(mendCarrier, { status: 'success', message: 'Carrier account updated', report: mended }),
    );
  return { ...openPart(<CarrierPage />, { user: buildAdmin(), server }), server };
}

const section = (name: RegExp) => screen.findByRole('region', { name });

test('an admin sees what blocks, what warns and what is fine, with what to do', async () => {
  openPage();
  expect(await section(/Blocks calls or texts/)).toHaveTextContent('Mend: the voice address is set.');
  expect(await section(/Warnings/)).toHaveTextContent('The account may call Latvia.');
  expect(await section(/Fine/)).toHaveTextContent('The account is active');
});

test('the changes are shown before they are written, and then the new report', async () => {
  const { pointer, server } = openPage();
  await pointer.click(await screen.findByRole('button', { name: 'Mend…' }));
  const dialog = await screen.findByRole('dialog', { name: /Mend the carrier account/ });
  expect(within(dialog).getByRole('row', { name: /Voice address/ })).toHaveTextContent(url);
  expect(within(dialog).getByRole('row', { name: /Sender of the Messaging Service/ })).toBeVisible();
  await pointer.click(within(dialog).getByRole('button', { name: 'Write 2 changes' }));
  expect(await screen.findByText('Nothing blocks calls or texts.')).toBeVisible();
  expect(server.calls(mendCarrier).at(-1)?.body).toEqual({ digest: 'a'.repeat(32) });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Mend…' })).toBeNull();
});

test('what changed meanwhile is checked anew', async () => {
  const { pointer, server } = openPage();
  server.on(
    mendCarrier,
    refuse({ code: 'conflict', message: 'The account has changed in the meantime. Check again' }),
  );
  await pointer.click(await screen.findByRole('button', { name: 'Mend…' }));
  await pointer.click(await screen.findByRole('button', { name: /Write/ }));
  await waitFor(() => {
    expect(server.calls(checkCarrier)).toHaveLength(2);
  });
});

test('settings to be added are said', async () => {
  openPage(report({ settings: ['TWILIO_TWIML_APP_SID=AP1'] }));
  expect(await screen.findByText('TWILIO_TWIML_APP_SID=AP1')).toBeVisible();
});

test('a check that fails can be asked for again', async () => {
  const { pointer, server } = openPage();
  await section(/Fine/);
  server.on(checkCarrier, refuse({ code: 'unavailable', message: 'Try again' }));
  await pointer.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('The account could not be checked')).toBeVisible();
});
