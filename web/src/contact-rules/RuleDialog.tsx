import { states, stateCode } from '@crm/contracts/codes/states.js';
import {
  contactChannel,
  contactRuleFields,
  contactRuleId,
  type ContactRule,
  type ContactRuleId,
} from '@crm/contracts/entities/contact.js';
import { choice, choices, date, longText, wholeNumber } from '@crm/contracts/fields/kinds.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { fieldErrors } from '../fields/field-errors.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { channelKeys } from './channel-words.js';
import { ClosedDaysInput } from './ClosedDaysInput.js';
import { HoursInputs } from './HoursInputs.js';
import { hoursField } from './hours-field.js';
import { ruleName } from './shown-rule.rules.js';
import { useContactActions } from './useContactRules.js';

interface Props {
  /** None for a state that has no rule of its own yet. */
  rule: ContactRule | undefined;
  taken: readonly ContactRuleId[];
  onClose: () => void;
}

const shown = ['hours', 'closed_days', 'channels', 'max_attempts', 'source', 'checked_on'];
const newRule = contactRuleFields.extend({ state: stateCode });

/** Changes a rule, or gives a state one. */
export function RuleDialog({ rule, taken, onClose }: Props) {
  const translate = useTranslate();
  const { saving } = useContactActions();
  const free = states.filter(({ code }) => !taken.includes(code));
  const title = rule
    ? translate('crm.contactRules.editTitle', {
        name: ruleName(rule.id, translate('crm.contactRules.everywhere')),
      })
    : translate('crm.contactRules.addTitle');
  return (
    <FieldsDialog
      persistent
      title={title}
      fields={{
        state: choice({
          label: translate('crm.contactRules.state'),
          of: free.map(({ code, name }) => ({ id: code, name })),
          required: true,
          example: null,
        }),
        hours: hoursField,
        channels: choices({
          label: translate('crm.contactRules.channels'),
          of: contactChannel.options.map((id) => ({ id, name: translate(channelKeys[id]) })),
          none: '',
          example: [],
        }),
        max_attempts: wholeNumber({
          label: translate('crm.contactRules.attemptsLabel'),
          help: translate('crm.contactRules.attemptsHelp'),
          min: 1,
          max: 100,
          example: null,
        }),
        source: longText({
          label: translate('crm.contactRules.source'),
          max: 2000,
          required: true,
          example: '',
        }),
        checked_on: date({
          label: translate('crm.contactRules.checked'),
          required: true,
          example: '2026-11-21',
        }),
      }}
      shown={rule ? shown : ['state', ...shown]}
      inputs={{ hours: <HoursInputs key="hours" />, closed_days: <ClosedDaysInput key="closed_days" /> }}
      schema={rule ? contactRuleFields : newRule}
      record={rule}
      initial={{
        closed_days: [],
        channels: ['call', 'text'],
        checked_on: shownDate(pacificDate(new Date())),
      }}
      submit={translate('crm.contactRules.save')}
      isSaving={saving.isPending}
      reasonOf={(values) => {
        const wrong = contactRuleFields.safeParse(values).error?.issues[0]?.message;
        const isPlaced = rule !== undefined || stateCode.safeParse(values['state']).success;
        return wrong ?? (isPlaced ? undefined : translate('crm.contactRules.notReady'));
      }}
      onSave={(values) => {
        const body = { ...contactRuleFields.parse(values), version: rule?.version ?? 0 };
        const id = contactRuleId.parse(rule?.id ?? values['state']);
        return fieldErrors(saving.mutateAsync({ params: { id }, body }, { onSuccess: onClose }));
      }}
      onClose={onClose}
    />
  );
}
