import { useQueryClient } from '@tanstack/react-query';
import type { Settings } from '@crm/contracts/entities/user.js';
import { getSettings, updateSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { uploadGreeting } from '@crm/contracts/http/recordings.js';
import { toMask } from '@crm/contracts/phone.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb } from '../providers/useVerb.js';

const settingsKey = ['company', 'settings'] as const;

export const useCompanySettings = () =>
  useVerbQuery<Settings>({
    key: settingsKey,
    ask: async (provider, signal) => (await provider.call(getSettings, { signal })).settings,
  });

/** What is changed of the settings; an audio file becomes the default voicemail, null takes it away. */
export interface SettingsChange {
  assignment?: Settings['assignment'];
  default_phone?: string;
  default_text_message?: string;
  default_text_message_es?: string;
  wrap_up_seconds?: number;
  supervision_seen?: Settings['supervision_seen'];
  session_idle_minutes?: number;
  session_days?: number;
  source_weights?: Settings['source_weights'];
  second_factor?: Settings['second_factor'];
  voicemail?: FormData | null;
}

/** Saves what is changed; whatever was saved is shown as it stands, also where a later part was refused. */
export function useSaveSettings({
  onSaved,
  onRefused,
}: {
  onSaved: () => void;
  onRefused: (error: unknown) => boolean | void;
}) {
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  return useVerb(
    async (provider, { standing, change }: { standing: Settings; change: SettingsChange }) => {
      const { assignment = standing.assignment, default_phone, default_text_message, voicemail } = change;
      const { default_text_message_es, wrap_up_seconds, supervision_seen, source_weights } = change;
      const { session_idle_minutes, session_days, second_factor } = change;
      const answers = [];
      if (change.assignment !== undefined || default_phone !== undefined) {
        const phone = default_phone ?? toMask(standing.default_phone);
        answers.push(await provider.call(updateSettings, { body: { assignment, default_phone: phone } }));
      }
      const fields = {
        ...(default_text_message === undefined ? {} : { default_text_message }),
        ...(default_text_message_es === undefined ? {} : { default_text_message_es }),
        ...(wrap_up_seconds === undefined ? {} : { wrap_up_seconds }),
        ...(session_idle_minutes === undefined ? {} : { session_idle_minutes }),
        ...(session_days === undefined ? {} : { session_days }),
        ...(supervision_seen === undefined ? {} : { supervision_seen }),
        ...(source_weights === undefined ? {} : { source_weights }),
        ...(second_factor === undefined ? {} : { second_factor }),
        ...(voicemail === null ? { default_voice_mail: '' } : {}),
        ...(voicemail
          ? { default_voice_mail: (await provider.call(uploadGreeting, { body: voicemail })).url }
          : {}),
      };
      if (Object.keys(fields).length > 0)
        answers.push(await provider.call(updateSettingsFields, { body: { fields } }));
      return answers.at(-1);
    },
    {
      onSuccess: (last) => {
        if (last) {
          const { settings, ...answer } = last;
          // Whoever opens the dialog again finds what was saved, and not what was there before.
          queries.setQueryData(settingsKey, settings);
          showAnswer(answer);
        }
        onSaved();
      },
      onRefused: (error) => {
        void queries.invalidateQueries({ queryKey: settingsKey });
        return onRefused(error);
      },
    },
  );
}
