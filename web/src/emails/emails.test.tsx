import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { eventEmail, exampleSentEmail, type SentEmail } from '@crm/contracts/entities/messaging.js';
import { listEmails, sendEmail } from '@crm/contracts/http/messaging.js';
import { leadPermission, type WayToCustomer } from '@crm/contracts/http/permission.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import EmailPanel from './EmailPanel.js';

const user = buildUser();
const sent: SentEmail = { ...exampleSentEmail, lead_id: exampleLifeLead.id };
const done = { status: 'success', message: 'E-mail sent' } as const;

const way: WayToCustomer = {
  place: 'email',
  address: exampleLifeLead.email,
  channel: 'email',
  permission: { allowed: true, rule: null, sentence: '', next_allowed_at: null, override_id: null },
  overridable: false,
  override: null,
};
const optedOut = { ...way.permission, allowed: false, sentence: 'The customer wants no e-mails' };

async function openEmails(emails: SentEmail[], lead = exampleLifeLead, ways = [way]) {
  const server = new FakeServer(user)
    .on(listEmails, answer(listEmails, { emails }))
    .on(
      leadPermission,
      answer(leadPermission, { zones: ['America/Chicago'], ways, changes_at: null, as_of: sent.createdAt }),
    );
  const panel = <EmailPanel lead={lead} mayChange denialReason={undefined} tab="email" />;
  const opened = openPart(panel, { user, server });
  const title = await screen.findByRole('textbox', { name: /Title/ });
  const text = screen.getByRole('textbox', { name: 'Text' });
  const send = screen.getByRole('button', { name: 'Send' });
  return { ...opened, title, text, send };
}
/** The editor takes text as a browser gives it: by the change of its page. */
async function write(text: HTMLElement, translate: string) {
  text.innerHTML = `<p>${translate}</p>`;
  await waitFor(() => {
    expect(text).toHaveTextContent(translate);
  });
}

describe('the e-mails to a lead', () => {
  it('show what was sent, by whom and when, formatted', async () => {
    await openEmails([
      { ...sent, text: '<p>Here are <strong>three prices</strong>.</p>' },
      { ...sent, id: '66f0a1b2c3d4e5f6010209ff', send_status: 'failed', reason: 'The address is full' },
    ]);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('Your quote');
    expect(first).toHaveTextContent('Dana Reyes-Whitfield');
    expect(first).toHaveTextContent('11/20/2026 9:45 AM PT');
    expect(first).toHaveTextContent('Sent');
    expect(screen.getByText('three prices').tagName).toBe('STRONG');
    expect(second).toHaveTextContent('Failed');
    expect(second).toHaveTextContent('The address is full');
  });

  it('take in what another window sends; one that is sent does not go back', async () => {
    const { live, server } = await openEmails([]);
    expect(await screen.findByText(/^No e-mails yet/)).toBeVisible();
    server.on(listEmails, answer(listEmails, { emails: [sent] }));
    await live.say('emailAdd', eventEmail.parse(sent));
    const item = await screen.findByRole('listitem');
    await live.say('emailAdd', { ...eventEmail.parse(sent), send_status: 'sending' });
    const another = { ...sent, id: '66f0a1b2c3d4e5f6010209ff', title: 'Another' };
    server.on(listEmails, answer(listEmails, { emails: [another, sent] }));
    await live.say('emailAdd', eventEmail.parse(another));
    expect(await screen.findByText('Another')).toBeVisible();
    expect(within(item).getByText('Sent')).toBeVisible();
  });
});

describe('a new e-mail', () => {
  it('is off until it says something and has a title', async () => {
    const { title, text, send } = await openEmails([]);
    await waitFor(() => {
      expect(send).toHaveAccessibleDescription('Cannot send empty message');
    });
    await write(text, 'Good morning');
    await waitFor(() => {
      expect(send).toHaveAccessibleDescription('Enter a title first');
    });
    fireEvent.change(title, { target: { value: 'Your quote' } });
    expect(send).not.toHaveAttribute('aria-disabled');
  });

  it('is sent, stands first and leaves its box empty', async () => {
    const { title, text, send, server, pointer } = await openEmails([]);
    server.on(sendEmail, answer(sendEmail, { ...done, email: sent }));
    await write(text, 'Good morning');
    fireEvent.change(title, { target: { value: ' Your quote ' } });
    await waitFor(() => {
      expect(send).not.toHaveAttribute('aria-disabled');
    });
    await pointer.click(send);
    expect(await screen.findByText('E-mail sent')).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('Your quote');
    const [call] = server.calls(sendEmail);
    expect(call?.params).toEqual({ leadId: exampleLifeLead.id, userId: user.id });
    expect(call?.body).toMatchObject({
      emailClient: exampleLifeLead.email,
      fullnameClient: exampleLifeLead.fullname,
      title: 'Your quote',
      text: '<p>Good morning</p>',
    });
    await waitFor(() => {
      expect(title).toHaveValue('');
    });
  });

  it('that could not be sent stays in its box, and says why', async () => {
    const { title, text, send, server, pointer } = await openEmails([]);
    const failed = { ...sent, send_status: 'failed' as const, reason: 'The mail server is away' };
    server.on(sendEmail, answer(sendEmail, { status: 'error', message: 'Not sent', email: failed }));
    await write(text, 'Good morning');
    fireEvent.change(title, { target: { value: 'Your quote' } });
    await waitFor(() => {
      expect(send).not.toHaveAttribute('aria-disabled');
    });
    await pointer.click(send);
    expect(await screen.findByText('The mail server is away')).toBeVisible();
    expect(title).toHaveValue('Your quote');
    expect(text).toHaveTextContent('Good morning');
  });

  it('is refused with the sentence of the rule', async () => {
    const { send } = await openEmails([], exampleLifeLead, [{ ...way, permission: optedOut }]);
    await waitFor(() => {
      expect(send).toHaveAccessibleDescription('The customer wants no e-mails');
    });
  });

  it('has nowhere to go where the lead has no address', async () => {
    const { send } = await openEmails([], { ...exampleLifeLead, email: null });
    expect(send).toHaveAccessibleDescription('The lead has no e-mail address');
  });
});
