import { exampleLifeLead, type LifeLead } from '@crm/contracts/entities/lead.js';
import { getReferenceList } from '@crm/contracts/http/reference.js';
import { screen } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { ClientTab } from './ClientTab.js';

const entry = (code: string, text: string) => ({ code, text, active: true });
/** The lists as an admin keeps them: two lists name one code in their own words. */
const kept: Readonly<Record<string, readonly object[]>> = {
  carriers: [{ ...entry('aetna', 'Aetna of Texas'), phone: '', website: '', info: '' }],
  medications: [entry('copd', 'Short of breath')],
  mediaalphaMedications: [entry('copd', 'COPD of the marketplace')],
};

function openTab(change: Partial<LifeLead>) {
  const server = new FakeServer(buildUser()).on(getReferenceList, ({ params }) =>
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
  openPart(<ClientTab lead={{ ...exampleLifeLead, ...change }} />, { server });
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
  expect(valueOf('Carrier')).toHaveTextContent('–');
});
