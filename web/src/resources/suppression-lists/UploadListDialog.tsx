import { useState } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import { z } from 'zod';
import { stateCode } from '@crm/contracts/codes/states.js';
import { suppressionScope } from '@crm/contracts/customers/suppression.js';
import { choice, state } from '@crm/contracts/fields/choice-kinds.js';
import { text } from '@crm/contracts/fields/text-kinds.js';
import { date } from '@crm/contracts/fields/time-kinds.js';
import { suppressionLists, uploadSuppressionList } from '@crm/contracts/resources/suppression-list.js';
import { FieldsDialog } from '../../fields/FieldsDialog.js';
import { jsonOf, useFileCall } from '../../http/browser-call.js';
import { refusalOf } from '../../http/http-client.js';
import { useSuppressionMessages } from '../../i18n/suppression.en.js';
import { FileDrop } from '../../imports/FileDrop.js';
import { useShowAnswer, useShowRefusal } from '../../notifications/useShowAnswer.js';
import { useLogoutIfAccessDenied } from '../../session/AccessDenied.js';

const { name, scope, proof } = suppressionLists.fields;
const fields = {
  scope: choice({ label: scope.label, of: scope.options ?? [], required: true, example: 'national' }),
  state: state({ label: 'State', example: null }),
  name: text({ label: name.label, max: 200, required: true, example: '' }),
  as_of: date({ label: 'Date of the list', required: true, example: '2026-11-02' }),
  proof: text({ label: proof.label, max: 200, example: '', help: 'Subscription or certificate number' }),
};

/** What is typed, as it is sent. */
const typed = z.object({
  scope: suppressionScope,
  state: stateCode.nullable(),
  name: z.string().trim().min(1),
  as_of: z.iso.date(),
  proof: z.string(),
});

/** Takes the file of a list, whose it is and by when. Loading goes on behind it. */
export function UploadListDialog({ onClose }: { onClose: () => void }) {
  const translate = useSuppressionMessages();
  const refresh = useRefresh();
  const call = useFileCall();
  const showAnswer = useShowAnswer();
  const showRefusal = useShowRefusal();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string>();
  const [isSending, setSending] = useState(false);

  const send = async (values: Record<string, unknown>) => {
    if (file === null) return undefined;
    const given = typed.parse(values);
    const body = new FormData();
    for (const [key, value] of Object.entries({ ...given, state: given.state ?? '' }))
      body.append(key, value);
    body.append('file', file, file.name);
    const { method, path: url } = uploadSuppressionList;
    setSending(true);
    try {
      showAnswer(uploadSuppressionList.answer.parse(await jsonOf(await call({ method, url, body }))));
      refresh();
      onClose();
      return undefined;
    } catch (error) {
      const errors = refusalOf(error)?.errors;
      setFileError(errors?.['file']);
      if (!(await logoutIfAccessDenied(error))) showRefusal(error);
      return errors;
    } finally {
      setSending(false);
    }
  };

  return (
    <FieldsDialog
      width={560}
      title={translate('crm.suppression.uploadTitle')}
      fields={fields}
      schema={typed}
      submit={translate('crm.suppression.upload')}
      isSaving={isSending}
      isShown={(key, values) => key !== 'state' || values['scope'] === 'state'}
      reasonOf={(values) => {
        if (file === null) return translate('crm.suppression.chooseFirst');
        if (values['scope'] === 'state' && !stateCode.safeParse(values['state']).success)
          return translate('crm.suppression.chooseState');
        return typed.safeParse(values).success ? undefined : translate('crm.suppression.fillIn');
      }}
      onSave={send}
      onClose={onClose}
    >
      <Typography color="text.secondary">{translate('crm.suppression.uploadText')}</Typography>
      <Box sx={{ my: 2 }}>
        <FileDrop
          file={file}
          error={fileError}
          onChoose={(chosen) => {
            setFile(chosen);
            setFileError(undefined);
          }}
        />
      </Box>
    </FieldsDialog>
  );
}
