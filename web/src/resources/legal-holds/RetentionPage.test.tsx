import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { changeRetention, getRetention, type RetentionPeriod } from '@crm/contracts/http/retention.js';
import { legalHolds, liftLegalHold, type LegalHold } from '@crm/contracts/resources/legal-hold.js';
import { buildAdmin } from '../../test/builders.js';
import { answer, FakeServer, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const admin = buildAdmin();
const hold: LegalHold = legalHolds.record.parse(legalHolds.example);
const [period] = getRetention.answer.parse(getRetention.example.answer).periods as [RetentionPeriod];
const { list, create } = legalHolds.calls;
const open = (holds = [hold], given: Partial<RetentionPeriod> = {}) =>
  openApp({
    user: admin,
    server: new FakeServer(admin)
      .on(list, rows(legalHolds, holds))
      .on(getRetention, answer(getRetention, { periods: [{ ...period, ...given }] })),
    path: '/legal-holds',
  });

describe('the page of retention', () => {
  it('says how long what is stored, why, and what is never deleted', async () => {
    open([], { years: 7, changed_by: 'Ada Admin', changed_at: '2026-11-20T17:41:00.000Z' });
    expect(await screen.findByText('Contact records')).toBeVisible();
    const table = within(screen.getByRole('table', { name: 'Retention periods' }));
    for (const shown of ['Contact records', '7 years', '16 CFR 310.5 (Telemarketing Sales Rule)', '412', '3'])
      expect(table.getByText(shown)).toBeVisible();
    expect(table.getByText(/^set by Ada Admin, /)).toBeVisible();
    expect(table.getByText('Never deleted')).toBeVisible();
  });

  it('lengthens a period, and says how short it may be', async () => {
    const { pointer, server } = open();
    server.on(changeRetention, answer(changeRetention, { status: 'success', message: 'Saved' }));
    await pointer.click(await screen.findByRole('button', { name: 'Change the period of Contact records' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change period' }));
    const years = dialog.getByLabelText(/^Years/);
    fireEvent.change(years, { target: { value: '4' } });
    await pointer.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findAllByText('At least 5 years: 16 CFR 310.5 (Telemarketing Sales Rule)'),
    ).toHaveLength(2);
    fireEvent.change(years, { target: { value: '7' } });
    await pointer.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(server.calls(changeRetention).map(({ params, body }) => [params, body])).toEqual([
      [{ id: 'contact' }, { years: 7 }],
    ]);
  });

  it('sets a hold and lifts one, each with a reason', async () => {
    const { pointer, server } = open();
    server
      .on(create, answer(create, hold))
      .on(liftLegalHold, answer(liftLegalHold, { status: 'success', message: 'Legal hold lifted' }));
    await pointer.click(await screen.findByRole('button', { name: 'Set legal hold' }));
    const adding = within(await screen.findByRole('dialog', { name: 'Set legal hold' }));
    fireEvent.change(adding.getByLabelText(/^Number or e-mail/), { target: { value: '(214) 555-0118' } });
    fireEvent.change(adding.getByLabelText(/^Reason/), { target: { value: 'Complaint 26-1187' } });
    const set = adding.getByRole('button', { name: 'Set legal hold' });
    await waitFor(() => {
      expect(set).not.toHaveAttribute('aria-disabled', 'true');
    });
    await pointer.click(set);
    expect(await screen.findByText('Legal hold set')).toBeVisible();
    expect(server.calls(create)[0]?.body).toEqual({ address: '+12145550118', reason: 'Complaint 26-1187' });

    await pointer.click(await screen.findByRole('button', { name: 'Lift the hold of (214) 555-0117' }));
    const lifting = within(await screen.findByRole('dialog', { name: 'Lift this hold?' }));
    const lift = lifting.getByRole('button', { name: 'Lift' });
    // The reason of the hold is none to lift it.
    expect(lift).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(lifting.getByLabelText(/^Reason/), { target: { value: 'Settled' } });
    await pointer.click(lift);
    expect(await screen.findByText('Legal hold lifted')).toBeVisible();
    expect(server.calls(liftLegalHold)[0]?.query).toEqual({ reason: 'Settled' });
  });
});
