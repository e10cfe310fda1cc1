import { z } from 'zod';
import { refusedChannel } from '@crm/contracts/entities/contact.js';
import { choice, text } from '@crm/contracts/fields/kinds.js';
import { fieldErrors } from '../fields/field-errors.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { addressOf } from './address.rules.js';
import { channelKeys } from './channel-words.js';
import { useContactActions } from './useContactRules.js';

const entry = z.object({ address: z.string(), channel: refusedChannel, reason: z.string() });

/** Puts a number or an e-mail on the list by hand. */
export function AddEntryDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { adding } = useContactActions();
  return (
    <FieldsDialog
      width={400}
      title={translate('crm.doNotContact.addTitle')}
      fields={{
        address: text({
          label: translate('crm.doNotContact.address'),
          max: 320,
          required: true,
          example: '',
        }),
        channel: choice({
          label: translate('crm.doNotContact.channel'),
          of: refusedChannel.options.map((id) => ({ id, name: translate(channelKeys[id]) })),
          required: true,
          example: 'all',
        }),
        reason: text({ label: translate('crm.contact.reason'), max: 500, example: '' }),
      }}
      schema={entry}
      initial={{ channel: 'all' }}
      submit={translate('crm.doNotContact.add')}
      isSaving={adding.isPending}
      reasonOf={({ address }) =>
        addressOf(String(address)) === undefined ? translate('crm.doNotContact.notAddress') : undefined
      }
      onSave={(values) => {
        const { address, channel, reason } = entry.parse(values);
        const why = reason.trim() === '' ? {} : { reason };
        return fieldErrors(
          adding.mutateAsync({ body: { ...addressOf(address), channel, ...why } }, { onSuccess: onClose }),
        );
      }}
      onClose={onClose}
    />
  );
}
