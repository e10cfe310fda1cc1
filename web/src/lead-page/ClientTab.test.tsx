import { exampleLifeLead, type LifeLead } from '@crm/contracts/entities/lead.js';
import { listConsents } from '@crm/contracts/http/consents.js';
import { getReferenceList } from '@crm/contracts/http/reference.js';
import { fireEvent, screen, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { ClientTab } from './ClientTab.js';

const entry = (code: string, text: string) => ({ code, text, active: true });
/** The lists as an admin keeps them: two lists name one code in their own words. */
const kept: Readonly<Record<string, readonly object[]>> = {
  carriers: [{ ...entry('aetna', 'Aetna of Texas'), phone: '', website: '', info: '' }],
  medications: [entry('copd', 'Short of breath')],
  mediaalphaMedications: [entry('copd', 'COPD of the marketplace')],
};

function openTab(change: Partial<LifeLead>, server = new FakeServer(buildUser())) {
  server.on(getReferenceList, ({ params }) =>
    Response.json(
      getReferenceList.answer.parse({
        list: params['list'],
        version: 2,
        changed_by: 'Ada Admin',
        changed_at: '2026-11-20T17:41:00.000Z',
        entries: kept[params['list'] ?? ''],
      }),
    ),
  );
  openPart(<ClientTab mayChange={false} lead={{ ...exampleLifeLead, ...change }} />, { server });
}
const valueOf = (label: string) => screen.getByText(label).nextElementSibling;

test('the chosen carrier and the conditions go by the names that admins keep', async () => {
  openTab({ carrier: 'aetna', medications: ['copd', 'gone'] });
  expect(await screen.findByText('Aetna of Texas')).toBeVisible();
  expect(valueOf('Carrier')).toHaveTextContent('Aetna of Texas');
  expect(await screen.findByText('Short of breath, gone')).toBeVisible();
});

test('the conditions of a marketplace lead go by the names of their own list', async () => {
  openTab({ source: 'mediaalpha', medications: ['copd'] });
  expect(await screen.findByText('COPD of the marketplace')).toBeVisible();
});

test('without a chosen carrier there is none', () => {
  openTab({ carrier: null });
  fireEvent.click(screen.getByRole('button', { name: /not given$/ }));
  expect(valueOf('Carrier')).toHaveTextContent('–');
});

describe('the consent', () => {
  const [known] = listConsents.answer.parse(listConsents.example.answer).consents;
  const having = (consents: (typeof known)[]) =>
    new FakeServer(buildUser()).on(
      listConsents,
      answer(listConsents, { consents: consents.filter((each) => each !== undefined) }),
    );
  const section = (name: string) => screen.findByRole('region', { name });

  test('shows what was agreed to, to whom, and where that is proved', async () => {
    openTab({}, having([known]));
    const consent = within(await section('Consent: Written'));
    expect(consent.getByText('Calls, Texts')).toBeVisible();
    expect(
      consent.getByText('By clicking Submit I agree to be called and texted by Juniper Insurance.'),
    ).toBeVisible();
    expect(consent.getAllByText('11/20/2026 8:03 AM PT')[0]).toBeVisible();
    expect(consent.getByText('Harbor Leads')).toBeVisible();
    const certificate = consent.getByRole('link', { name: 'TrustedForm 0dc2a5a1e7d3f1, opens in a new tab' });
    expect(certificate).toHaveAttribute('href', 'https://cert.trustedform.com/0dc2a5a1e7d3f1');
    expect(certificate).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('that is not on file says so', async () => {
    openTab({}, having([]));
    expect(await within(await section('Consent')).findByText('None on file')).toBeVisible();
  });

  test('that could not be loaded says so', async () => {
    openTab(
      {},
      new FakeServer(buildUser()).on(listConsents, refuse({ code: 'server_error', message: 'Server Error' })),
    );
    expect(await within(await section('Consent')).findByText('Could not be loaded')).toBeVisible();
  });
});
