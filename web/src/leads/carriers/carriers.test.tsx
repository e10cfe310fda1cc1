import { exampleLifeLead, type LifeLead } from '@crm/contracts/entities/lead.js';
import { selectCarrier } from '@crm/contracts/http/carriers.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { screen, waitFor, within } from '@testing-library/react';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { otherHolder } from '../../test/openLead.js';
import { openPart } from '../../test/TestApp.js';
import { useLead } from '../lead/lead-query.js';
import { useLiveLead } from '../../lead-page/useLiveLead.js';
import CarrierPanel from './CarrierPanel.js';

const life: LifeLead = {
  ...exampleLifeLead,
  price: { aetna: 70, sbli: 64.2 },
  premium_price: 64.2,
  premium_carrier: 'SBLI',
};

function Panel({ denialReason }: { denialReason: string | undefined }) {
  const { data: lead } = useLead(life.id);
  useLiveLead(life.id, () => undefined);
  return lead ? (
    <CarrierPanel
      lead={lead}
      mayChange={denialReason === undefined}
      denialReason={denialReason}
      tab="carrier"
    />
  ) : null;
}

/** The tab of a lead on a server that has it. */
async function openCarriers(lead: LifeLead = life, denialReason?: string) {
  const server = new FakeServer(buildUser()).on(restGetLead, answer(restGetLead, lead));
  const opened = openPart(<Panel denialReason={denialReason} />, { server });
  await screen.findByRole('radiogroup', { name: 'Carrier of this lead' });
  return opened;
}
const price = (name: string) => screen.getByRole('textbox', { name: `Price of ${name}` });
const premium = () => screen.getAllByRole('status').find(({ textContent }) => textContent?.includes('·'));
const sent = (prices: Record<string, number>) => ({ lead_id: life.id, price: prices });

test('there is a row per carrier, the lowest price first, the rest by name', async () => {
  await openCarriers();
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  const rest = builtInLists.carriers
    .map(({ text }) => text)
    .filter((name) => name !== 'SBLI' && name !== 'Aetna');
  expect(names).toEqual(['SBLI', 'Aetna', ...rest]);
  expect(price('SBLI')).toHaveValue('64.2');
  expect(premium()).toHaveTextContent('$64.20 · SBLI');
});

test('a price is sent on Enter with those that the lead has; what is no price is flagged and not sent', async () => {
  const { pointer, live } = await openCarriers();
  await pointer.type(price('Americo'), '12345{Enter}');
  expect(price('Americo')).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent('Up to 4 digits, then a point and up to 4 decimals');
  expect(live.sentOf('updatePrice')).toEqual([]);
  await pointer.clear(price('Americo'));
  await pointer.type(price('Americo'), '55.5{Enter}');
  await waitFor(() => {
    expect(live.sentOf('updatePrice')).toEqual([sent({ ...life.price, americo: 55.5 })]);
  });
  await waitFor(() => {
    expect(screen.getByRole('radio', { name: 'Americo' })).toBeChecked();
  });
});

test('a price is sent on leaving the field, and an emptied field takes it away', async () => {
  const { pointer, live } = await openCarriers();
  await pointer.clear(price('Aetna'));
  await pointer.tab();
  await waitFor(() => {
    expect(live.sentOf('updatePrice')).toEqual([sent({ sbli: 64.2 })]);
  });
});

test('what somebody else saves arrives without touching what is being typed', async () => {
  const { pointer, live } = await openCarriers();
  await pointer.type(price('Americo'), '1');
  const notified = { premium_carrier: 'Banner Life', premium_price: 20 };
  await live.say('updatePremiumCarrier', {
    lead_id: life.id,
    ...notified,
    price: { banner: 20, americo: 99 },
  });
  await waitFor(() => {
    expect(price('Banner Life')).toHaveValue('20');
  });
  expect(price('Americo')).toHaveValue('1');
  expect(price('Americo')).toHaveFocus();
  expect(premium()).toHaveTextContent('$20 · Banner Life');
});

test('the chosen carrier is saved and said', async () => {
  const { pointer, server } = await openCarriers();
  const lead = { ...life, carrier: 'aetna', version: life.version + 1 };
  server.on(selectCarrier, answer(selectCarrier, { status: 'success', message: 'Aetna selected', lead }));
  await pointer.click(screen.getByRole('radio', { name: 'Aetna' }));
  expect(await screen.findByText('Aetna selected')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Aetna' })).toBeChecked();
  expect(server.calls(selectCarrier)[0]?.body).toEqual({ lead_id: life.id, carrier: 'aetna' });
});

test('a refused choice is said, and the choice stays as it was', async () => {
  const { pointer, server } = await openCarriers();
  server.on(selectCarrier, refuse({ code: 'invalid', message: 'Unknown carrier' }));
  await pointer.click(screen.getByRole('radio', { name: 'Aetna' }));
  expect(await screen.findByText('Unknown carrier')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Aetna' })).not.toBeChecked();
});

test.each([
  ['lb', 1, 'no price'],
  ['gi', 0, 'a price to read'],
  ['gi', 1, 'a price to change'],
] as const)(
  'at rate class %s with post_sale %d American General has %s',
  async (rate_class, post_sale, shows) => {
    await openCarriers({ ...life, rate_class, post_sale });
    const field = screen.queryByRole('textbox', { name: 'Price of American General' });
    if (shows === 'no price') expect(field).toBeNull();
    else if (shows === 'a price to read') expect(field).toHaveAttribute('readonly');
    else expect(field).not.toHaveAttribute('readonly');
  },
);

test('while somebody else has the lead, nothing can be chosen or typed', async () => {
  const { pointer, server, live } = await openCarriers(
    { ...life, ...otherHolder },
    'Priya Sandoval has this lead open',
  );
  await pointer.type(price('Aetna'), '1{Enter}');
  await pointer.click(screen.getByRole('radio', { name: 'Aetna' }));
  expect(live.sentOf('updatePrice')).toEqual([]);
  expect(server.calls(selectCarrier)).toEqual([]);
});

test('carrier info lists the carriers by name, with phone, website and notes', async () => {
  const { pointer } = await openCarriers();
  await pointer.click(screen.getByRole('button', { name: 'Carrier info' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Carrier info' }));
  const names = dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toEqual(builtInLists.carriers.map(({ text }) => text));
  const website = dialog.getByRole('link', { name: 'americo.com, the website of Americo' });
  expect(website).toHaveAttribute('target', '_blank');
  expect(website).toHaveAttribute('rel', expect.stringContaining('noopener'));
});
