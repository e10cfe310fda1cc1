import StoreOutlined from '@mui/icons-material/StoreOutlined';
import { offices } from '@crm/contracts/resources/offices.fixture.js';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { z } from 'zod';
import { buildAdmin } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { defaultView } from './default-view.js';
import { ResourcePage } from './ResourcePage.js';

type Office = z.output<typeof offices.record>;

const { list, one, create, change, remove } = offices.calls;
const office: Office = {
  ...{ id: '66f0a1b2c3d4e5f6010204aa', version: 3, name: 'Dallas North', phone: '+12145550117' },
  ...{ state: 'TX', opened_on: '2024-03-01', active: 1 },
};
const view = defaultView(offices, { Icon: StoreOutlined, emptyText: 'Nobody works anywhere yet.' });

function openOffices(records: Office[]) {
  const admin = buildAdmin();
  const total = String(records.length);
  const server = new FakeServer(admin, Object.values(offices.calls))
    .on(list, answer(list, records, { 'content-range': `offices 0-${total}/${total}` }))
    .on(one, answer(one, office));
  return openPart(<ResourcePage view={view} />, { user: admin, server, path: '/offices' });
}

describe('a resource of which nothing is said but its definition', () => {
  it('is listed with every field as people read it', async () => {
    openOffices([office]);
    expect(await screen.findByText('Dallas North')).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['Name', 'Phone', 'State', 'Opened on', 'Active', 'Actions']);
    for (const shown of ['(214) 555-0117', 'Texas', '03/01/2024', 'Yes']) {
      expect(screen.getByText(shown)).toBeVisible();
    }
  });

  it('is made in a form that takes each field as people write it', async () => {
    const { pointer, server } = openOffices([]);
    server.on(create, answer(create, office));
    await pointer.click(await screen.findByRole('button', { name: 'New office' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New office' }));
    await pointer.type(dialog.getByLabelText(/^Name/), 'Dallas North');
    await pointer.type(dialog.getByLabelText(/^Phone/), '2145550117');
    await pointer.click(dialog.getByRole('combobox', { name: /^State/ }));
    await pointer.click(await screen.findByRole('option', { name: 'Texas' }));
    await pointer.type(dialog.getByLabelText(/^Opened on/), '03012024');
    await pointer.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Office created')).toBeVisible();
    expect(server.calls(create)[0]?.body).toEqual({
      ...{ name: 'Dallas North', phone: '+12145550117', state: 'TX', opened_on: '2024-03-01', active: 1 },
    });
  });

  it('has a form that leads back to where it was opened from', async () => {
    const { pointer } = openOffices([office]);
    const opener = await screen.findByRole('button', { name: 'New office' });
    act(() => {
      opener.focus();
    });
    await pointer.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'New office' }));
    expect(dialog.getByLabelText(/^Name/)).toHaveFocus();
    const [close] = dialog.getAllByRole('button', { name: 'Close' });
    act(() => {
      close?.focus();
    });
    await pointer.keyboard('{Enter}');
    await waitFor(() => {
      expect(opener).toHaveFocus();
    });
  });

  it('says at a field what is wrong with it, and sends nothing', async () => {
    const { pointer, server } = openOffices([office]);
    await pointer.click(await screen.findByRole('button', { name: 'Edit Dallas North' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Office' }));
    const phone = dialog.getByLabelText(/^Phone/);
    expect(phone).toHaveValue('(214)555-0117');
    await pointer.clear(phone);
    await pointer.type(phone, '214');
    await pointer.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await dialog.findByText('Please enter a valid 13-digit phone number')).toBeVisible();
    expect(server.calls(change)).toEqual([]);
  });

  it('is deleted after a question that names it', async () => {
    const { pointer, server } = openOffices([office]);
    server.on(remove, answer(remove, office));
    await pointer.click(await screen.findByRole('button', { name: 'Delete Dallas North' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete office?' }));
    expect(dialog.getByText('This permanently deletes Dallas North.')).toBeVisible();
    expect(server.calls(remove)).toEqual([]);
    server.on(list, answer(list, [], { 'content-range': 'offices */0' }));
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Office deleted')).toBeVisible();
    expect(await screen.findByText('No offices yet')).toBeVisible();
    expect(server.calls(remove)[0]?.params).toEqual({ id: office.id });
  });

  it('that is gone already is said to be', async () => {
    const { pointer, server } = openOffices([office]);
    server.on(remove, refuse({ code: 'not_found', message: 'Office not found' }));
    await pointer.click(await screen.findByRole('button', { name: 'Delete Dallas North' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete office?' }));
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Office not found')).toBeVisible();
  });

  it('is narrowed by what its definition names as filters', async () => {
    const { pointer, server } = openOffices([office]);
    await pointer.click(await screen.findByRole('button', { name: /^Active/ }));
    await pointer.click(await screen.findByRole('checkbox', { name: 'Active: No' }));
    await pointer.keyboard('{Escape}');
    expect(await screen.findByText('Active: Yes')).toBeVisible();
    expect(server.calls(list).at(-1)?.query).toMatchObject({ filter: '{"active":["1"]}' });
    await pointer.type(screen.getByRole('searchbox', { name: 'Search offices' }), 'dal');
    await waitFor(() => {
      expect(server.calls(list).at(-1)?.query).toMatchObject({ filter: '{"active":["1"],"q":"dal"}' });
    });
    await pointer.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => {
      expect(server.calls(list).at(-1)?.query).toMatchObject({ filter: '{"q":"dal"}' });
    });
    expect(screen.queryByText('Active: Yes')).not.toBeInTheDocument();
  });
});
