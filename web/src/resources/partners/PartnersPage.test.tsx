import { partners as resource, renewPartnerKey, type Partner } from '@crm/contracts/resources/partner.js';
import { screen, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const partner: Partner = {
  id: '66f0a1b2c3d4e5f6010204aa',
  version: 3,
  code: 'brightquote',
  name: 'BrightQuote Media',
  sources: ['clickListing'],
  active: 1,
  key_hint: 'pk_4fQ1',
  accepted: 1204,
  rejected: 31,
  last_used_at: null,
};
const admin = buildAdmin();
const { list, one, create, change } = resource.calls;

function openPartners(partners: Partner[], path = '/partners') {
  const server = new FakeServer(admin)
    .on(
      list,
      answer(list, partners, {
        'content-range': `partners 0-${String(partners.length)}/${String(partners.length)}`,
      }),
    )
    .on(one, answer(one, partner));
  return openApp({ user: admin, server, path });
}

describe('the page of partners', () => {
  it('makes a partner and shows the key this once', async () => {
    const { pointer, server } = openPartners([]);
    server.on(create, answer(create, { ...partner, key: 'pk_secret' }));
    expect(await screen.findByText('No partners yet')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'New partner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New partner' }));
    const submit = dialog.getByRole('button', { name: 'Create' });
    expect(submit).toHaveAttribute('aria-disabled', 'true');
    await pointer.type(dialog.getByLabelText(/^Name/), 'BrightQuote Media');
    await pointer.type(dialog.getByLabelText(/^Code/), 'brightquote');
    await pointer.click(dialog.getByLabelText('Click listing'));
    await pointer.click(submit);
    const shown = within(await screen.findByRole('dialog', { name: 'The key of BrightQuote Media' }));
    expect(shown.getByLabelText('Key')).toHaveValue('pk_secret');
    expect(server.calls(create)[0]?.body).toEqual({
      name: 'BrightQuote Media',
      code: 'brightquote',
      sources: ['clickListing'],
    });
  });

  it('keeps what was typed when the code is taken, and says so at the field', async () => {
    const { pointer, server } = openPartners([partner]);
    server.on(
      create,
      refuse({
        code: 'already_exists',
        message: 'Taken',
        errors: { code: 'This code is already used by another partner' },
      }),
    );
    await pointer.click(await screen.findByRole('button', { name: 'New partner' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New partner' }));
    await pointer.type(dialog.getByLabelText(/^Name/), 'Twin');
    await pointer.type(dialog.getByLabelText(/^Code/), 'brightquote');
    await pointer.click(dialog.getByLabelText('Click listing'));
    await pointer.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('This code is already used by another partner')).toBeVisible();
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Twin');
  });

  it('switches a partner off', async () => {
    const { pointer, server } = openPartners([partner]);
    server.on(change, answer(change, { ...partner, version: 4, active: 0 }));
    await pointer.click(await screen.findByRole('button', { name: 'Edit BrightQuote Media' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Partner' }));
    await pointer.click(dialog.getByLabelText('May deliver'));
    await pointer.click(dialog.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Partner saved')).toBeVisible();
    expect(server.calls(change)[0]?.body).toEqual({
      version: 3,
      name: 'BrightQuote Media',
      sources: ['clickListing'],
      active: 0,
    });
  });

  it('opens the form of a partner at its address', async () => {
    openPartners([partner], `/partners/${partner.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Partner' }));
    expect(await dialog.findByLabelText(/^Name/)).toHaveValue('BrightQuote Media');
    expect(dialog.queryByLabelText(/^Code/)).toBeNull();
  });

  it('takes over what somebody else changed alone, and asks about what both did', async () => {
    const { pointer, server } = openPartners([partner]);
    await pointer.click(await screen.findByRole('button', { name: 'Edit BrightQuote Media' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Partner' }));
    await pointer.click(dialog.getByLabelText('May deliver'));
    await pointer.type(dialog.getByLabelText(/^Name/), ' Inc');
    const theirs: Partner = { ...partner, version: 4, name: 'BrightQuote LLC', sources: ['own'] };
    server.on(one, answer(one, theirs));
    let isFirst = true;
    server.on(change, (call) => {
      const reply = isFirst
        ? refuse({
            code: 'conflict',
            message: 'Somebody else changed this in the meantime',
            conflict: { version: 4, changed_by: 'Ada Admin', fields: [] },
          })
        : answer(change, { ...theirs, version: 5 });
      isFirst = false;
      return reply(call);
    });
    await pointer.click(dialog.getByRole('button', { name: 'Update' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Two people changed the same fields' }),
    );
    expect(question.getByText(/Ada Admin/)).toBeVisible();
    await pointer.click(question.getByRole('radio', { name: /BrightQuote Media Inc/ }));
    await pointer.click(question.getByRole('button', { name: 'Save again' }));
    expect(await screen.findByText('Partner saved')).toBeVisible();
    expect(server.calls(change)[1]?.body).toEqual({
      version: 4,
      name: 'BrightQuote Media Inc',
      sources: ['own'],
      active: 0,
    });
  });

  it('gives a new key after a question', async () => {
    const { pointer, server } = openPartners([partner]);
    server.on(renewPartnerKey, answer(renewPartnerKey, { ...partner, key: 'pk_new' }));
    await pointer.click(await screen.findByRole('button', { name: 'New key for BrightQuote Media' }));
    const question = within(await screen.findByRole('dialog', { name: 'Create a new key?' }));
    expect(server.calls(renewPartnerKey)).toHaveLength(0);
    await pointer.click(question.getByRole('button', { name: 'Create a new key' }));
    expect(await screen.findByLabelText('Key')).toHaveValue('pk_new');
  });

  it('is for admins alone; no call is made for others', async () => {
    const user = buildUser();
    const { server } = openApp({ user, path: '/partners' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(list)).toHaveLength(0);
  });
});

describe('the list of partners', () => {
  it('shows what somebody else changed, and marks it', async () => {
    const { server, live } = openPartners([partner]);
    expect(await screen.findByText('BrightQuote Media')).toBeVisible();
    server.on(
      list,
      answer(list, [{ ...partner, version: 4, name: 'BrightQuote LLC' }], {
        'content-range': 'partners 0-0/1',
      }),
    );
    await live.say('recordChanged', {
      resource: 'partners',
      id: partner.id,
      change: 'updated',
      version: 4,
    });
    expect(await screen.findByText('BrightQuote LLC')).toBeVisible();
  });

  it('asks for nothing when another resource changed', async () => {
    const { server, live } = openPartners([partner]);
    expect(await screen.findByText('BrightQuote Media')).toBeVisible();
    const asked = server.calls(list).length;
    await live.say('recordChanged', { resource: 'offices', id: partner.id, change: 'updated', version: 4 });
    expect(server.calls(list)).toHaveLength(asked);
  });

  it('hides the columns that its reader does not want', async () => {
    const { pointer } = openPartners([partner]);
    expect(await screen.findByRole('columnheader', { name: 'Accepted' })).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Columns' }));
    await pointer.click(await screen.findByRole('menuitemcheckbox', { name: 'Accepted' }));
    expect(screen.queryByRole('columnheader', { name: 'Accepted', hidden: true })).not.toBeInTheDocument();
  });
});
