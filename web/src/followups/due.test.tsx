import { exampleFollowup, type Followup } from '@crm/contracts/entities/followup.js';
import { listFollowupsOfUser } from '@crm/contracts/http/followups.js';
import { screen, waitFor, within } from '@testing-library/react';
import { LiveEvents } from '../layout/LiveEvents.js';
import { buildGuide, buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import UpcomingCard from './UpcomingCard.js';

const user = buildUser();
const later: Followup = { ...exampleFollowup, datetime: '2099-11-21T18:00:00.000Z', priority: 2 };
const overdue: Followup = {
  ...exampleFollowup,
  id: '66f0a1b2c3d4e5f601020aab',
  lead_id: '66f0a1b2c3d4e5f601020bbb',
  fullname: 'Odile Brandt',
  description: '',
};

it('a follow-up that falls due is said with its lead’s name, and leads there', async () => {
  const parts = (
    <>
      <LiveEvents />
      <p>Something else</p>
    </>
  );
  const { live, router, pointer } = openPart(parts, { user });
  await screen.findByText('Something else');
  await live.say('followupNotification', { followup: later, lead_name: 'Raymond Okafor' });
  const said = (await screen.findByText(/Follow-up with Raymond Okafor/)).closest('[data-type]');
  expect(said).toHaveAttribute('data-type', 'info');
  await pointer.click(screen.getByRole('link', { name: 'Open lead' }));
  expect(router.state.location.pathname).toBe(`/lead/${later.lead_id}`);
  await waitFor(() => {
    expect(screen.queryByText(/Follow-up with/)).not.toBeInTheDocument();
  });
});

describe('the card on home', () => {
  function openCard(followups: Followup[], who = user) {
    const has = { followups };
    const server = new FakeServer(who).on(listFollowupsOfUser, (call) =>
      answer(listFollowupsOfUser, has)(call),
    );
    return { ...openPart(<UpcomingCard />, { user: who, server }), server, has };
  }

  it('shows the next ones in progress, what is overdue and what about', async () => {
    const { server } = openCard([overdue, later]);
    const card = within(await screen.findByRole('list', { name: 'Upcoming' }));
    const [first, second] = card.getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Odile Brandt.*Overdue$/);
    expect(second).toHaveTextContent(/Raymond Okafor11\/21\/2099 10:00 AM PT · MediumCall about the quote/);
    expect(card.getByRole('link', { name: 'Odile Brandt' })).toHaveAttribute(
      'href',
      `/lead/${overdue.lead_id}`,
    );
    expect(server.calls(listFollowupsOfUser)[0]?.query).toEqual({ completed: '0', limit: '5' });
  });

  it('says what will stand there, and follows what happens', async () => {
    const { live, has } = openCard([]);
    expect(await screen.findByText(/^No upcoming follow-ups/)).toBeVisible();
    has.followups = [later];
    await live.say('followupCreate', later);
    expect(await screen.findByRole('link', { name: 'Raymond Okafor' })).toBeVisible();
  });

  it('leads to the page of all, which a guide does not have', async () => {
    openCard([]);
    expect(await screen.findByRole('link', { name: 'All follow-ups' })).toHaveAttribute(
      'href',
      '/follow-ups',
    );
  });

  it('of a guide leads to no page', async () => {
    openCard([later], buildGuide());
    await screen.findByRole('link', { name: 'Raymond Okafor' });
    expect(screen.queryByRole('link', { name: 'All follow-ups' })).not.toBeInTheDocument();
  });
});
