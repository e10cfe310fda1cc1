import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import {
  autoPercentOfBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
  type Beneficiary,
} from '@crm/contracts/http/beneficiaries.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openPart } from '../../test/TestApp.js';
import BeneficiariesPanel from './BeneficiariesPanel.js';

const wife: Beneficiary = {
  number: 1,
  name: 'Ngozi Okafor',
  relative_id: 3,
  dob: '01/31/1960',
  location: 'TX',
  grand_kids: null,
  work_status: 'Nurse',
  percent: 60,
};
const son: Beneficiary = {
  ...wife,
  number: 2,
  relative_id: 1,
  grand_kids: 'Two',
  work_status: null,
  percent: 40,
};
const heldByOther = 'Priya Sandoval has this lead open';

/** The panel alone, on a server that knows these; later readings answer `has.beneficiaries`. */
async function openBeneficiaries(beneficiaries: Beneficiary[], denialReason?: string) {
  const user = buildUser();
  const has = { beneficiaries };
  const server = new FakeServer(user).on(listBeneficiaries, (call) =>
    answer(listBeneficiaries, { beneficiaries: has.beneficiaries })(call),
  );
  const panel = (
    <BeneficiariesPanel
      lead={exampleLifeLead}
      mayChange={denialReason === undefined}
      denialReason={denialReason}
      tab="beneficiaries"
    />
  );
  const opened = openPart(panel, { user, server });
  const form = within(await screen.findByRole('form', { name: 'Primary' }));
  const type = (label: RegExp, value: string) => {
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  };
  const pick = async (label: RegExp, name: string) => {
    await opened.pointer.click(form.getByLabelText(label));
    await opened.pointer.click(await screen.findByRole('option', { name }));
  };
  const apply = form.getByText('Apply');
  const auto = form.getByText('Auto Percent');
  return { ...opened, has, server, form, type, pick, apply, auto };
}
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

describe('a beneficiary', () => {
  it('is applied once everything required is there', async () => {
    const { form, type, pick, pointer, server, apply, auto } = await openBeneficiaries([]);
    const saved = { status: 'success', message: 'Beneficiary saved', beneficiary: wife } as const;
    server.on(saveBeneficiary, answer(saveBeneficiary, saved));
    type(/^Name/, 'Ngozi Okafor');
    type(/^Date of birth/, '01311960');
    expect(form.getByLabelText(/^Date of birth/)).toHaveValue('01/31/1960');
    await pick(/^Relative/, 'Wife');
    await pick(/^Location/, 'Texas');
    expect([apply, auto].map(isOff)).toEqual([true, true]);
    type(/^Work status/, 'Nurse');
    expect([apply, auto].map(isOff)).toEqual([false, false]);
    fireEvent.change(form.getByLabelText('Percent by slider'), { target: { value: '60' } });
    expect(form.getByLabelText(/^Percent(?! by)/)).toHaveValue('60');
    expect(form.getByText('Not applied yet')).toBeVisible();

    await pointer.click(apply);
    expect(await screen.findByText('Beneficiary saved')).toBeVisible();
    expect(server.calls(saveBeneficiary)[0]).toMatchObject({
      params: { leadId: exampleLifeLead.id, number: '1' },
      body: { name: 'Ngozi Okafor', relative_id: 3, dob: '01/31/1960', location: 'TX', percent: 60 },
    });
    expect(screen.getByText('60% of 100% given')).toBeVisible();
    expect(form.queryByText('Not applied yet')).not.toBeInTheDocument();
  });

  it('says what is required once a field was left', async () => {
    const { form } = await openBeneficiaries([]);
    expect(form.queryByText('This field is required')).not.toBeInTheDocument();
    fireEvent.blur(form.getByLabelText(/^Name/));
    expect(form.getByText('This field is required')).toBeVisible();
  });

  it('loses the field that its new relative has no use for', async () => {
    const { form, pick } = await openBeneficiaries([wife]);
    expect(form.getByLabelText(/^Work status/)).toHaveValue('Nurse');
    await pick(/^Relative/, 'Daughter');
    expect(form.queryByLabelText(/^Work status/)).not.toBeInTheDocument();
    expect(form.getByLabelText(/^Grand kids/)).toHaveValue('');
    await pick(/^Relative/, 'Wife');
    expect(form.getByLabelText(/^Work status/)).toHaveValue('');
  });

  it('keeps what was typed while another slot is looked at', async () => {
    const { form, type, pointer } = await openBeneficiaries([wife]);
    type(/^Name/, 'Ngozi Adeyemi');
    await pointer.click(screen.getByText('Secondary'));
    expect(form.getByLabelText(/^Name/)).not.toBeVisible();
    await pointer.click(screen.getByText('Primary'));
    expect(form.getByLabelText(/^Name/)).toBeVisible();
    expect(form.getByLabelText(/^Name/)).toHaveValue('Ngozi Adeyemi');
  });

  it('is not applied while somebody else has the lead, and says why', async () => {
    const { apply, pointer, server } = await openBeneficiaries([wife], heldByOther);
    expect(isOff(apply)).toBe(true);
    expect(apply).toHaveAccessibleDescription(heldByOther);
    await pointer.click(apply);
    expect(server.calls(saveBeneficiary)).toEqual([]);
  });
});

describe('the percent', () => {
  it('may not take what the others have, and comes by itself from the server', async () => {
    const { form, type, pointer, server, apply, auto } = await openBeneficiaries([wife, son]);
    server.on(autoPercentOfBeneficiary, answer(autoPercentOfBeneficiary, { percent: 60 }));
    expect(form.getByText('Up to 60% is left')).toBeVisible();
    type(/^Percent(?! by)/, '61');
    expect(form.getByText('The other beneficiaries leave 60%')).toBeVisible();
    expect([apply, auto].map(isOff)).toEqual([true, false]);
    await pointer.click(auto);
    await waitFor(() => {
      expect(form.getByLabelText(/^Percent(?! by)/)).toHaveValue('60');
    });
    const params = { leadId: exampleLifeLead.id, number: '1' };
    expect(server.calls(autoPercentOfBeneficiary)[0]?.params).toEqual(params);
    expect(server.calls(saveBeneficiary)).toEqual([]);
  });

  it('stays as it is where nothing is left, and says so', async () => {
    const { form, pointer, server, auto } = await openBeneficiaries([wife]);
    server.on(autoPercentOfBeneficiary, answer(autoPercentOfBeneficiary, { percent: 0 }));
    await pointer.click(auto);
    expect(await screen.findByText(/^100% is assigned/)).toBeVisible();
    expect(form.getByLabelText(/^Percent(?! by)/)).toHaveValue('60');
  });

  it('that the server refuses is said, and the shares are read anew', async () => {
    const { has, type, pointer, server, apply } = await openBeneficiaries([wife]);
    const refusal = 'The other beneficiaries leave 50%';
    server.on(saveBeneficiary, refuse({ code: 'invalid', message: refusal, errors: { percent: refusal } }));
    type(/^Name/, 'Ngozi Adeyemi');
    has.beneficiaries = [
      { ...wife, percent: 50 },
      { ...son, percent: 50 },
    ];
    await pointer.click(apply);
    expect(await screen.findByText('100% of 100% given')).toBeVisible();
    expect(screen.getAllByText(refusal).length).toBeGreaterThan(0);
  });
});
