import { exampleFollowup } from '@crm/contracts/entities/followup.js';
import { exampleHealthLead, exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleText } from '@crm/contracts/entities/messaging.js';
import { listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import { screen, within } from '@testing-library/react';
import { screenWidth } from '../test/browser-globals.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { buildUser } from '../test/builders.js';
import { openLead } from '../test/openLead.js';

const user = buildUser();
const serverWith = () => {
  const server = new FakeServer(user);
  return server
    .on(
      listAllFollowupsOfLead,
      answer(listAllFollowupsOfLead, {
        followups: [
          { ...exampleFollowup, lead_id: exampleLifeLead.id, description: 'After her shift' },
          {
            ...{ ...exampleFollowup, id: '66f0a1b2c3d4e5f601020aab', lead_id: exampleLifeLead.id },
            ...{ datetime: '2026-12-21T18:00:00.000Z', description: 'Next month' },
          },
        ],
      }),
    )
    .on(
      listTexts,
      answer(listTexts, {
        messages: ['One', 'Two', 'Three', 'Four'].map((text, index) => ({
          ...exampleText,
          ...{ id: `66f0a1b2c3d4e5f60102050${String(index)}`, lead_id: exampleLifeLead.id, text },
        })),
        more: false,
      }),
    );
};

describe('what stands beside a lead where the window is wide', () => {
  it('is the prices, lowest first, the follow-up and the last texts, each with the way to all of them', async () => {
    screenWidth.px = 1920;
    const lead = { ...exampleLifeLead, price: { americo: 71.5, aetna: 64.2 }, carrier: 'americo' };
    const { pointer, router } = await openLead({ user, server: serverWith(), lead });
    const prices = within(await screen.findByRole('region', { name: 'Carriers by price' }));
    const [lowest, next] = prices.getAllByRole('listitem');
    expect(lowest).toHaveTextContent('$64.20');
    expect(next).toHaveTextContent('Chosen$71.50');
    const followup = within(screen.getByRole('region', { name: 'FollowUps' }));
    expect(await followup.findByText('After her shift')).toBeVisible();
    expect(followup.queryByText('Next month')).not.toBeInTheDocument();
    const texts = within(screen.getByRole('region', { name: 'Last texts' }));
    expect(await texts.findByText('Four')).toBeVisible();
    expect(texts.queryByText('One')).not.toBeInTheDocument();
    await pointer.click(prices.getByRole('button', { name: 'All of Carriers by price' }));
    expect(router.state.location.pathname).toBe(`/lead/${lead.id}/carrier`);
  });

  it('has no prices for a health lead', async () => {
    screenWidth.px = 1920;
    await openLead({ user, server: serverWith(), lead: exampleHealthLead });
    expect(await screen.findByRole('region', { name: 'Last texts' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Carriers by price' })).not.toBeInTheDocument();
  });

  it('is not there on a laptop', async () => {
    await openLead({ user, server: serverWith() });
    expect(screen.queryByRole('region', { name: 'Last texts' })).not.toBeInTheDocument();
  });
});
