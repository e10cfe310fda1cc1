import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { exampleDayRow, type DayRow } from '@crm/contracts/entities/day.js';
import { drawNext, listDay } from '@crm/contracts/http/day.js';
import { getDayFigures } from '@crm/contracts/http/stats.js';
import { answer, refuse } from '../test/FakeServer.js';
import { buildUser } from '../test/builders.js';
import { openApp } from '../test/TestApp.js';

const agent = buildUser();
const counts = { callback: 1, reply: 0, new: 1, retry: 0 };
const asOf = { as_of: '2026-11-20T18:00:00.000Z', changes_at: null };
const held: DayRow = {
  ...exampleDayRow,
  lead: {
    ...exampleDayRow.lead,
    ...{ id: '66f0a1b2c3d4e5f601020400', fullname: 'Luis Alcantara', busy: 1 },
    ...{ busy_user_id: '66f0a1b2c3d4e5f601020999', busy_fullname: 'Priya Shah' },
  },
  reason: { kind: 'new', at: asOf.as_of },
};

const openDay = (rows: readonly DayRow[]) => {
  const app = openApp({ user: agent });
  app.server.on(listDay, answer(listDay, { rows: [...rows], counts, ...asOf }));
  return app;
};
const day = () => screen.findByRole('region', { name: 'My day' });

describe('my day', () => {
  it('lists whom to contact with the reason; a lead that somebody has open cannot be opened', async () => {
    openDay([exampleDayRow, held]);
    const table = within(await day());
    const name = await table.findByRole('link', { name: exampleDayRow.lead.fullname });
    expect(name).toHaveAttribute('href', `/lead/${exampleDayRow.lead.id}`);
    expect(table.getByText(/^Call-back due /)).toBeVisible();
    expect(table.getByText('1 call-back · 1 new')).toBeVisible();
    expect(table.getByText('Luis Alcantara')).toBeVisible();
    expect(table.queryByRole('link', { name: 'Luis Alcantara' })).not.toBeInTheDocument();
  });

  it('draws the next lead by its key and opens it', async () => {
    const user = userEvent.setup();
    const { server, router } = openDay([exampleDayRow]);
    server.on(drawNext, answer(drawNext, { row: exampleDayRow, opens_at: null }));
    await day();
    await user.keyboard('n');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/lead/${exampleDayRow.lead.id}`);
    });
  });

  it('says when the next one opens where nobody is left', async () => {
    const user = userEvent.setup();
    const { server } = openDay([]);
    server.on(drawNext, answer(drawNext, { row: null, opens_at: '2026-11-20T18:30:00.000Z' }));
    const card = within(await day());
    expect(await card.findByText('Nothing to contact now')).toBeVisible();
    await user.click(card.getByRole('button', { name: /Next lead/ }));
    expect(await screen.findByText(/^Nobody left to contact now\. The next lead opens at /)).toBeVisible();
  });

  it('says why it could not be loaded, and is asked for again', async () => {
    const user = userEvent.setup();
    const { server } = openDay([exampleDayRow]);
    server.on(listDay, refuse({ code: 'unavailable', message: 'The service is not available' }));
    const card = within(await day());
    // Asked for again by itself first.
    const notice = await card.findByRole('alert', {}, { timeout: 10_000 });
    expect(notice).toHaveTextContent('My day could not be loaded');
    expect(notice).toHaveTextContent('The service is not available');
    server.on(listDay, answer(listDay, { rows: [exampleDayRow], counts, ...asOf }));
    await user.click(within(notice).getByRole('button', { name: 'Try again' }));
    expect(await card.findByRole('link', { name: exampleDayRow.lead.fullname })).toBeVisible();
  });

  it('is not for guides', async () => {
    openApp({ user: buildUser({ role_id: 3 }) });
    await screen.findByRole('heading', { level: 1, name: 'Top 10 Core Values:' });
    expect(screen.queryByRole('region', { name: 'My day' })).not.toBeInTheDocument();
  });
});

describe('the figures of today', () => {
  it('stand beside those of yesterday and of the team', async () => {
    const { server } = openDay([]);
    server.on(getDayFigures, answer(getDayFigures, getDayFigures.answer.parse(getDayFigures.example.answer)));
    const table = within(await screen.findByRole('region', { name: 'My numbers' }));
    const line = async (name: string) => {
      const row = (await table.findByRole('rowheader', { name })).closest('tr');
      return within(row ?? document.body)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    };
    expect(await line('Calls')).toEqual(['38', '62', '41.5']);
    expect(await line('Talk time')).toEqual(['0:49', '1:26', '0:52']);
    expect(await line('Premium')).toEqual(['64.20', '141.70', '78.33']);
  });
});
