import { exampleVoicemail } from '@crm/contracts/entities/telephony.js';
import { updateUser } from '@crm/contracts/http/account.js';
import {
  createVoicemail,
  getGreeting,
  listVoicemails,
  uploadGreeting,
} from '@crm/contracts/http/recordings.js';
import { outboundVoicemails } from '@crm/contracts/resources/voicemail.js';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { fakeAudio } from '../test/fake-audio.js';
import { answer, FakeServer, refuse, rows } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import GreetingDialog from './GreetingDialog.js';
import OutboundVmDialog from './OutboundVmDialog.js';

const greeting = '66f0a1b2c3d4e5f6010209cc';
const away = buildUser({ voice_mail: `/media/greeting/${greeting}` });
const done = { status: 'success', message: 'Saved' } as const;
const sound = (name = 'away.mp3') => new File(['ID3'], name, { type: 'audio/mpeg' });
const partOf = (body: unknown, name: string) => (body instanceof FormData ? body.get(name) : undefined);

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the out-of-office voicemail', () => {
  function openGreeting(user = away) {
    const onClose = jest.fn();
    const server = new FakeServer(user)
      .on(getGreeting, answer(getGreeting, { url: '/media/fresh', duration: 18 }))
      .on(
        uploadGreeting,
        answer(uploadGreeting, { ...done, url: '/media/greeting/66f0a1b2c3d4e5f6010209dd' }),
      )
      .on(updateUser, (call) => {
        const { voice_mail = '' } = call.body as { voice_mail?: string };
        return answer(updateUser, { ...done, user: { ...user, voice_mail } })(call);
      });
    return { ...openPart(<GreetingDialog onClose={onClose} />, { user, server }), onClose };
  }

  test('the present one is heard, by an address of its own', async () => {
    const { played } = fakeAudio();
    const { pointer, server } = openGreeting();
    await pointer.click(await screen.findByRole('button', { name: 'Play your out-of-office voicemail' }));
    await screen.findByRole('button', { name: /^Pause/ });
    expect(server.calls(getGreeting)[0]?.params).toEqual({ id: greeting });
    expect(played).toEqual(['/media/fresh']);
  });

  test('a new one is uploaded, then saved with the user', async () => {
    const { pointer, server, onClose, services } = openGreeting();
    const save = await screen.findByRole('button', { name: 'Save' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await pointer.upload(screen.getByLabelText('Audio file'), sound());
    await pointer.click(save);
    await waitFor(() => {
      expect(onClose).toHaveBeenCalled();
    });
    const [upload] = server.calls(uploadGreeting);
    expect(partOf(upload?.body, 'user_id')).toBe(away.id);
    expect(partOf(upload?.body, 'audio')).toMatchObject({ name: 'away.mp3' });
    expect(server.calls(updateUser)[0]?.body).toEqual({
      id: away.id,
      voice_mail: '/media/greeting/66f0a1b2c3d4e5f6010209dd',
    });
    expect(services.session.user()?.voice_mail).toBe('/media/greeting/66f0a1b2c3d4e5f6010209dd');
  });

  test('a file that is refused stays, with the reason', async () => {
    const { pointer, server, onClose } = openGreeting(buildUser());
    server.on(
      uploadGreeting,
      refuse({
        code: 'invalid',
        message: 'Not saved',
        errors: { audio: 'This file contains no audible sound' },
      }),
    );
    expect(await screen.findByText(/^None yet/)).toBeVisible();
    await pointer.upload(screen.getByLabelText('Audio file'), sound());
    await pointer.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This file contains no audible sound')).toBeVisible();
    expect(screen.getByText('away.mp3')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });

  test('it is removed by saving none', async () => {
    const { pointer, server } = openGreeting();
    await pointer.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => {
      expect(server.calls(updateUser)[0]?.body).toEqual({ id: away.id, voice_mail: '' });
    });
  });
});

describe('the voicemails for machines', () => {
  const user = buildUser();
  const { list: listed, remove } = outboundVoicemails.calls;
  const voicemail = { ...outboundVoicemails.example, user_id: user.id };
  const openOutbound = () =>
    openPart(<OutboundVmDialog onClose={jest.fn()} />, {
      user,
      server: new FakeServer(user).on(listed, rows(outboundVoicemails, [voicemail])),
    });
  const list = async () => within(await screen.findByRole('list', { name: 'Your voicemails' }));

  test('one that is uploaded is in the list', async () => {
    const { pointer, server } = openOutbound();
    const added = { ...voicemail, id: '66f0a1b2c3d4e5f6010209dd', title: 'After five' };
    server.on(createVoicemail, (call) => {
      server.on(listed, rows(outboundVoicemails, [added, voicemail]));
      return answer(createVoicemail, { ...done, vm: { ...exampleVoicemail, id: added.id } })(call);
    });
    expect((await list()).getByText('Sorry that I missed you')).toBeVisible();
    await pointer.upload(screen.getByLabelText('Audio file'), sound('After five.mp3'));
    await pointer.click(screen.getByRole('button', { name: 'Upload' }));
    expect(await (await list()).findByText('After five')).toBeVisible();
    expect(partOf(server.calls(createVoicemail)[0]?.body, 'user_id')).toBe(user.id);
  });

  test('one is removed after a question', async () => {
    const { pointer, server } = openOutbound();
    server.on(remove, (call) => {
      server.on(listed, rows(outboundVoicemails, []));
      return answer(remove, voicemail)(call);
    });
    await pointer.click(await screen.findByRole('button', { name: 'Remove Sorry that I missed you' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove voicemail' }));
    await pointer.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/^No voicemails yet/)).toBeVisible();
    expect(screen.getByText('Voicemail removed')).toBeVisible();
    expect(server.calls(remove)[0]?.params).toEqual({ id: voicemail.id });
  });

  test('one is played at an address that is asked for then', async () => {
    const { played } = fakeAudio();
    const { pointer, server } = openOutbound();
    const voicemails = [{ ...exampleVoicemail, id: voicemail.id, url: '/media/fresh' }];
    server.on(listVoicemails, answer(listVoicemails, { voicemails }));
    await pointer.click(await screen.findByRole('button', { name: /^Play the voicemail Sorry/ }));
    await screen.findByRole('button', { name: /^Pause/ });
    expect(played).toEqual(['/media/fresh']);
  });
});
