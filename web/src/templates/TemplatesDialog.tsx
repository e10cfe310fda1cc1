import { useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useTemplateWords } from '../i18n/templates.en.js';
import { PanelNotice } from '../recordings/PanelNotice.js';
import { plainText } from '../rich-text/plain-text.js';
import { TemplateFormDialog } from './TemplateFormDialog.js';
import { useTemplateDeeds, useTemplates, type Template, type TemplateKind } from './useTemplates.js';

/** The user's own templates: seen, written, changed and removed (account-and-shell section 2, Settings menu). */
export function TemplatesDialog({ kind, onClose }: { kind: TemplateKind; onClose: () => void }) {
  const words = useTemplateWords();
  const { data: templates, isError, refetch } = useTemplates(kind);
  const { removal } = useTemplateDeeds(kind, () => undefined);
  const [written, setWritten] = useState<Template | 'new'>();
  const [doomed, setDoomed] = useState<Template>();
  return (
    <>
      <DialogFrame
        open
        width={560}
        title={words(`crm.templates.${kind}`)}
        subtitle={words(kind === 'sms' ? 'crm.templates.smsHint' : 'crm.templates.emailHint')}
        onClose={onClose}
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              {words('crm.action.close')}
            </Button>
            <Button
              variant="contained"
              startIcon={<AddOutlined />}
              onClick={() => {
                setWritten('new');
              }}
            >
              {words('crm.templates.add')}
            </Button>
          </>
        }
      >
        {templates === undefined || templates.length === 0 ? (
          <Box sx={{ mx: -2 }}>
            <PanelNotice
              text={isError ? words('crm.templates.failed') : templates && words('crm.templates.none')}
              {...(isError && { onRetry: () => void refetch() })}
            />
          </Box>
        ) : (
          <Box component="ul" aria-label={words('crm.templates.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
        <RemoveDialog
          name={doomed.name}
          isRemoving={removal.isPending}
          onClose={() => {
            setDoomed(undefined);
          }}
          onRemove={() => {
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
  const words = useTemplateWords();
  const edits = words('crm.templates.edit', { name });
  const removes = words('crm.templates.remove', { name });
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
      <Tooltip title={edits}>
        <IconButton aria-label={edits} onClick={onEdit}>
          <EditOutlined />
        </IconButton>
      </Tooltip>
      <Tooltip title={removes}>
        <IconButton aria-label={removes} onClick={onRemove}>
          <DeleteOutlined />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

interface RemoveProps {
  name: string;
  isRemoving: boolean;
  onRemove: () => void;
  onClose: () => void;
}

function RemoveDialog({ name, isRemoving, onRemove, onClose }: RemoveProps) {
  const words = useTemplateWords();
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.templates.removeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button variant="contained" color="error" loading={isRemoving} onClick={onRemove}>
            {words('crm.templates.removeAction')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {words('crm.templates.removeText', { name })}
      </Typography>
    </DialogFrame>
  );
}
