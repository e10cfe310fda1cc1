import { Suspense } from 'react';
import Skeleton from '@mui/material/Skeleton';
import { longText, text } from '@crm/contracts/fields/kinds.js';
import { emailLength, emailTitleLength, textLength } from '@crm/contracts/entities/messaging.js';
import { fieldErrors } from '../fields/field-errors.js';
import { FieldsDialog } from '../fields/FieldsDialog.js';
import { useTemplateMessages } from '../i18n/templates.en.js';
import { lazyPart } from '../loading/lazy-part.js';
import { SmsBody } from './SmsBody.js';
import { templateFields, useTemplateActions, type Template, type TemplateKind } from './useTemplates.js';

const EmailBody = lazyPart(() => import('./EmailBody.js'));

interface Props {
  kind: TemplateKind;
  /** None for a new one. */
  template: Template | undefined;
  onClose: () => void;
}

/** Writes a template; a refusal keeps what was typed and says why. */
export function TemplateFormDialog({ kind, template, onClose }: Props) {
  const translate = useTemplateMessages();
  const { saving } = useTemplateActions(kind);
  const schema = templateFields[kind];
  const required = { required: true, example: '' } as const;
  const name = text({ label: translate('crm.templates.name'), max: 100, ...required });
  const title = text({ label: translate('crm.templates.title'), max: emailTitleLength, ...required });
  const body = (max: number) => longText({ label: translate('crm.templates.text'), max, ...required });
  return (
    <FieldsDialog
      persistent
      title={translate(template ? 'crm.templates.editTitle' : 'crm.templates.newTitle')}
      fields={kind === 'sms' ? { title, text: body(textLength) } : { name, title, text: body(emailLength) }}
      schema={schema}
      record={template}
      submit={translate('crm.templates.save')}
      back={translate('crm.templates.back')}
      isSaving={saving.isPending}
      reasonOf={(values) =>
        schema.safeParse(values).success ? undefined : translate('crm.templates.notReady')
      }
      inputs={{
        text:
          kind === 'sms' ? (
            <SmsBody key="text" />
          ) : (
            <Suspense key="text" fallback={<Skeleton variant="rounded" height={240} />}>
              <EmailBody />
            </Suspense>
          ),
      }}
      onSave={(values) =>
        fieldErrors(saving.mutateAsync({ id: template?.id, values }, { onSuccess: onClose }))
      }
      onClose={onClose}
    />
  );
}
