import { exampleLifeLead, type Lead } from '@crm/contracts/entities/lead.js';
import { screen, waitFor, within } from '@testing-library/react';
import { openLead, otherHolder } from '../test/openLead.js';

const lead: Lead = { ...exampleLifeLead, hobby: null, color: null };

/** Opens the lead where the server takes what is changed, and answers what was sent. */
async function openDetails() {
  const opened = await openLead({ lead });
  opened.live.acknowledge('processLead', (payload) => {
    const { lead: change } = payload as { lead: object };
    opened.has.lead = { ...opened.has.lead, ...change, version: opened.has.lead.version + 1 };
    return { status: 'success', message: 'Lead updated', id: lead.id, lead: opened.has.lead };
  });
  const sent = () => opened.live.sentOf('processLead').map((each) => (each as { lead: object }).lead);
  return { ...opened, sent };
}
const detail = (name: string) => screen.findByRole('button', { name: new RegExp(`^Change ${name}: `) });

describe('a detail of a lead', () => {
  it('is changed where it is read, by click, typing and Enter, and taken back by Undo', async () => {
    const { pointer, sent } = await openDetails();
    await pointer.click(await detail('Email'));
    const editor = within(await screen.findByRole('dialog', { name: 'Email' }));
    const field = await editor.findByRole('textbox', { name: /Email/ });
    await pointer.clear(field);
    await pointer.type(field, 'new@example.com{Enter}');
    await waitFor(() => {
      expect(sent()).toMatchObject([{ email: 'new@example.com', version: lead.version }]);
    });
    expect(await screen.findByText('Lead updated')).toBeVisible();
    await waitFor(() => {
      expect(field).not.toBeInTheDocument();
    });
    // By its label: it is there for seconds, which asking the whole page for a role may take.
    await pointer.click(await screen.findByLabelText('Undo the change of Email'));
    await waitFor(() => {
      expect(sent()).toMatchObject([{}, { email: lead.email, version: lead.version + 1 }]);
    });
  });

  it('that is wrong says so and is not sent; Escape asks before it throws away what was typed', async () => {
    const { pointer, sent } = await openDetails();
    await pointer.click(await detail('Email'));
    const editor = within(await screen.findByRole('dialog', { name: 'Email' }));
    const field = await editor.findByRole('textbox', { name: /Email/ });
    await pointer.clear(field);
    await pointer.type(field, 'nobody{Enter}');
    await waitFor(() => {
      expect(field).toBeInvalid();
    });
    await pointer.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: /Discard/ })).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('of several parts is changed with all of them', async () => {
    const { pointer } = await openDetails();
    await pointer.click(await detail('Build'));
    const editor = within(await screen.findByRole('dialog', { name: 'Build' }));
    expect(await editor.findByLabelText(/Height/)).toBeVisible();
    expect(editor.getByLabelText(/Pounds/)).toBeVisible();
  });

  it('that nobody gave folds away, and is there to be filled in', async () => {
    const { pointer } = await openDetails();
    await detail('Email');
    expect(screen.queryByText('Hobby')).not.toBeInTheDocument();
    await pointer.click(screen.getByRole('button', { name: /^\d+ not given$/ }));
    expect(screen.getByText('Hobby')).toBeVisible();
    expect(await detail('Hobby')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Hide what is not given' }));
    expect(screen.queryByText('Hobby')).not.toBeInTheDocument();
  });

  it('is only read where somebody else works on the lead', async () => {
    await openLead({ lead: { ...lead, ...otherHolder }, held: false });
    expect(await screen.findByText(lead.email ?? '')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Change / })).not.toBeInTheDocument();
  });
});
