import { useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../controls/DialogFrame.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { IconAction } from '../controls/IconAction.js';
import { useTemplateMessages } from '../i18n/templates.en.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { plainText } from '../rich-text/plain-text.js';
import { TemplateFormDialog } from './TemplateFormDialog.js';
import { useTemplateActions, useTemplates, type Template, type TemplateKind } from './useTemplates.js';

/** The user's own templates: seen, written, changed and removed (rule T4). */
export function TemplatesDialog({ kind, onClose }: { kind: TemplateKind; onClose: () => void }) {
  const translate = useTemplateMessages();
  const { data: templates, isError, refetch } = useTemplates(kind);
  const { removal } = useTemplateActions(kind);
  const [written, setWritten] = useState<Template | 'new'>();
  const [doomed, setDoomed] = useState<Template>();
  return (
    <>
      <DialogFrame
        open
        width={560}
        title={translate(`crm.templates.${kind}`)}
        subtitle={translate(kind === 'sms' ? 'crm.templates.smsHint' : 'crm.templates.emailHint')}
        onClose={onClose}
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              {translate('crm.action.close')}
            </Button>
            <Button
              variant="contained"
              startIcon={<AddOutlined />}
              onClick={() => {
                setWritten('new');
              }}
            >
              {translate('crm.templates.add')}
            </Button>
          </>
        }
      >
        {templates === undefined || templates.length === 0 ? (
          <Box sx={{ mx: -2 }}>
            <PanelNotice
              text={
                isError ? translate('crm.templates.failed') : templates && translate('crm.templates.none')
              }
              {...(isError && { onRetry: () => void refetch() })}
            />
          </Box>
        ) : (
          <Box
            component="ul"
            aria-label={translate('crm.templates.list')}
            sx={{ listStyle: 'none', m: 0, p: 0 }}
          >
            {templates.map((template) => (
              <Item
                key={template.id}
                kind={kind}
                template={template}
                onEdit={() => {
                  setWritten(template);
                }}
                onRemove={() => {
                  setDoomed(template);
                }}
              />
            ))}
          </Box>
        )}
      </DialogFrame>
      {written !== undefined && (
        <TemplateFormDialog
          kind={kind}
          template={written === 'new' ? undefined : written}
          onClose={() => {
            setWritten(undefined);
          }}
        />
      )}
      {doomed && (
        <QuestionDialog
          title={translate('crm.templates.removeTitle')}
          text={translate('crm.templates.removeText', { name: doomed.name })}
          action={translate('crm.templates.removeAction')}
          isPending={removal.isPending}
          onClose={() => {
            setDoomed(undefined);
          }}
          onAction={() => {
            removal.mutate(doomed.id, {
              onSettled: () => {
                setDoomed(undefined);
              },
            });
          }}
        />
      )}
    </>
  );
}

interface ItemProps {
  kind: TemplateKind;
  template: Template;
  onEdit: () => void;
  onRemove: () => void;
}

function Item({ kind, template: { name, title, text }, onEdit, onRemove }: ItemProps) {
  const translate = useTemplateMessages();
  const edits = translate('crm.templates.edit', { name });
  const removes = translate('crm.templates.remove', { name });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        py: 1,
        borderBottom: 1,
        borderColor: 'border.subtle',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" noWrap>
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {kind === 'email' ? `${title} · ${plainText(text)}` : text}
        </Typography>
      </Box>
      <IconAction label={edits} onClick={onEdit}>
        <EditOutlined />
      </IconAction>
      <IconAction label={removes} onClick={onRemove}>
        <DeleteOutlined />
      </IconAction>
    </Box>
  );
}
