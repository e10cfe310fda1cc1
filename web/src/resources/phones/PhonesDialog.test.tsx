import { listAccountNumbers, type AccountNumber } from '@crm/contracts/http/carrier.js';
import { statePhones, type StatePhone } from '@crm/contracts/resources/state-phone.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin } from '../../test/builders.js';
import { answer, FakeServer, refuse, type Reply } from '../../test/FakeServer.js';
import { openApp, openPart } from '../../test/TestApp.js';
import PhonesDialog from './PhonesDialog.js';

const { list, one, change } = statePhones.calls;
const texas: StatePhone = { ...statePhones.example, id: 'TX', version: 2 };
const user = buildAdmin();

async function openTexas(numbers: Reply = answer(listAccountNumbers, { numbers: [] })) {
  const server = new FakeServer(user).on(one, answer(one, texas)).on(listAccountNumbers, numbers);
  const onClose = jest.fn();
  const opened = openPart(<PhonesDialog onClose={onClose} />, { user, server });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'State' }));
  const states = within(await screen.findByRole('listbox'));
  fireEvent.click(states.getByText('Texas'));
  expect(await screen.findByText('(214) 555-0199')).toBeVisible();
  return { ...opened, onClose };
}
const edit = (name: string, value: string) => {
  const input = screen.getByRole('textbox', { name });
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
async function openForm(numbers?: Reply) {
  const opened = await openTexas(numbers);
  await opened.pointer.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByRole('textbox', { name: 'Area codes' })).toHaveValue('214 469 972');
  return opened;
}

test('a state is chosen and shows its number, its area codes and whether calls are announced', async () => {
  const { server } = await openTexas();
  expect(screen.getByText('214, 469, 972')).toBeVisible();
  expect(screen.getByText('Calls announce that they are recorded')).toBeVisible();
  expect(server.calls(one)[0]?.params).toEqual({ id: 'TX' });
});

test('what was changed is saved on the version that was read, and shown again', async () => {
  const { pointer, server, onClose } = await openForm();
  const saved: StatePhone = { ...texas, codes: ['214'], announce: 0, version: 3 };
  server.on(change, answer(change, saved)).on(one, answer(one, saved));
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveAccessibleDescription('No changes to save');
  edit('Area codes', '214');
  await pointer.click(screen.getByRole('switch'));
  await pointer.click(save);
  expect(await screen.findByText('Calls do not announce recording')).toBeVisible();
  expect(screen.getByText('Phone saved')).toBeVisible();
  expect(server.calls(change)[0]?.body).toEqual({
    ...{ version: 2, phone: '+12145550199', codes: ['214'], announce: 0 },
  });
  expect(onClose).not.toHaveBeenCalled();
});

test('a wrong number and a wrong code are said before anything is sent', async () => {
  const { pointer, server } = await openForm();
  edit('Phone number', '21455');
  expect(await screen.findByText('Please enter a valid 13-digit phone number · 7 / 13')).toBeVisible();
  edit('Phone number', '2145550100');
  edit('Area codes', '214 46');
  expect(await screen.findByText('46 is not an area code')).toBeVisible();
  edit('Area codes', '214 214');
  expect(await screen.findByText('214 is listed twice')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(server.calls(change)).toEqual([]);
});

test('a refusal keeps what was typed, and closing asks first', async () => {
  const { pointer, server, onClose } = await openForm();
  server.on(
    change,
    refuse({ code: 'invalid', message: 'Not saved', errors: { codes: '915 belongs to New Mexico' } }),
  );
  edit('Area codes', '214 915');
  await pointer.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('915 belongs to New Mexico')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Area codes' })).toHaveValue('214 915');
  await pointer.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('cancelled, the number stands as it was', async () => {
  const { pointer, server } = await openForm();
  await pointer.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('214, 469, 972')).toBeVisible();
  expect(server.calls(change)).toEqual([]);
});

test('all states are on a page, each with its form', async () => {
  const server = new FakeServer(user)
    .on(list, answer(list, [texas], { 'content-range': 'phones 0-0/1' }))
    .on(one, answer(one, texas));
  const { pointer } = openApp({ user, server, path: '/phones' });
  expect(await screen.findByText('214, 469, 972')).toBeVisible();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['State', 'Phone number', 'Area codes', 'Announced', 'Actions']);
  await pointer.click(screen.getByRole('button', { name: 'Edit Texas' }));
  expect(await screen.findByRole('dialog', { name: 'Phones' })).toBeVisible();
});

describe('a number of the carrier account', () => {
  const free: AccountNumber = { phone: '+12145550170', voice: true, texts: false, used_by: [] };
  const used: AccountNumber = {
    ...{ phone: '+12145550199', voice: true, texts: true },
    used_by: [{ kind: 'state', name: 'Texas' }],
  };
  const both = answer(listAccountNumbers, { numbers: [free, used] });
  const choose = () => screen.findByRole('button', { name: "Choose from the account's numbers" });

  test('is chosen from those that it has, with whose they are, and saved', async () => {
    await openForm(both);
    fireEvent.click(await choose());
    const list = await screen.findByRole('menu', { name: "Choose from the account's numbers" });
    expect(
      within(list)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['(214) 555-0170Not in use · no texts', '(214) 555-0199Texas']);
    fireEvent.click(within(list).getByText('(214) 555-0170'));
    expect(screen.getByLabelText('Phone number')).toHaveValue('(214)555-0170');
    await waitFor(() => {
      expect(screen.queryByRole('menu')).toBeNull();
    });
    expect(screen.queryByText(/Not one of the account's numbers/)).toBeNull();
  });

  test('is found among many by its first digits', async () => {
    const houston: AccountNumber = { ...free, phone: '+17135550171' };
    await openForm(answer(listAccountNumbers, { numbers: [free, used, houston] }));
    const listed = async () => {
      fireEvent.click(await choose());
      const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
      return items.map(({ textContent }) => textContent);
    };
    edit('Phone number', '713');
    expect(await listed()).toEqual(['(713) 555-0171Not in use · no texts']);
    fireEvent.click(screen.getByText('(713) 555-0171'));
    await waitFor(() => {
      expect(screen.queryByRole('menu')).toBeNull();
    });
    // A whole number is no search.
    expect(await listed()).toHaveLength(3);
  });

  test('that it has not is said to be none, and can be saved all the same', async () => {
    await openForm(both);
    await choose();
    edit('Phone number', '2145550188');
    expect(await screen.findByText(/Not one of the account's numbers/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('is typed where the carrier does not say which it has', async () => {
    const { server } = await openForm(
      refuse({ code: 'upstream_failed', message: 'The carrier does not answer, please try again' }),
    );
    await waitFor(() => {
      expect(server.calls(listAccountNumbers)).not.toHaveLength(0);
    });
    edit('Phone number', '2145550188');
    expect(screen.queryByRole('button', { name: "Choose from the account's numbers" })).toBeNull();
    expect(screen.queryByText(/Not one of the account's numbers/)).toBeNull();
  });
});
