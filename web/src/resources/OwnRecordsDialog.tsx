import { useState, type ReactNode } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { RaRecord } from 'react-admin';
import type { Fields } from '@crm/contracts/fields/field.js';
import { DialogFrame, type DialogFrameProps } from '../controls/DialogFrame.js';
import { IconAction } from '../controls/IconAction.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { DeleteRecordDialog } from './DeleteRecordDialog.js';
import { CreateDialog, EditDialog } from './ResourceDialog.js';
import type { FormView, RecordOf } from './resource-view.js';
import { useResourceWords } from './resource-words.js';
import { useOwnRecords } from './useOwnRecords.js';

/** How a resource looks of which everybody has a few of their own. */
export interface OwnRecordsView<F extends Fields> extends FormView<F> {
  title: string;
  subtitle: string;
  /** What the list is called, and what it says where there is none and where it cannot be read. */
  list: string;
  none: string;
  failed: string;
  /** Below the name of a record. */
  lineOf: (record: RecordOf<F>) => ReactNode;
}

interface Props<F extends Fields> extends Pick<DialogFrameProps, 'onSubmit'> {
  view: OwnRecordsView<F>;
  onClose: () => void;
  /** In place of the button that opens the form of a new one. */
  add?: ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

/** One's own records of a resource: seen, made, changed and deleted, in one dialog. */
export function OwnRecordsDialog<F extends Fields>({ view, onClose, add, children, ...frame }: Props<F>) {
  const translate = useResourceMessages();
  const words = useResourceWords(view);
  const { rows, isError, refetch } = useOwnRecords(view.resource);
  const [open, setOpen] = useState<{ is: 'new' } | { is: 'edit' | 'delete'; row: RaRecord }>();
  const close = () => {
    setOpen(undefined);
  };
  const { rights } = view.resource;
  return (
    <>
      <DialogFrame
        {...frame}
        open
        width={560}
        title={view.title}
        subtitle={view.subtitle}
        onClose={onClose}
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              {translate('crm.action.close')}
            </Button>
            {add ?? (
              <Button
                variant="contained"
                startIcon={<AddOutlined />}
                onClick={() => {
                  setOpen({ is: 'new' });
                }}
              >
                {words.add}
              </Button>
            )}
          </>
        }
      >
        {rows === undefined || rows.length === 0 ? (
          <Box sx={{ mx: -2 }}>
            <PanelNotice
              text={isError ? view.failed : rows && view.none}
              {...(isError && { onRetry: refetch })}
            />
          </Box>
        ) : (
          <Box component="ul" aria-label={view.list} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((row) => {
              const record = view.resource.record.parse(row);
              const name = view.nameOf(record);
              return (
                <Item key={row.id} name={name} line={view.lineOf(record)}>
                  {rights.change !== undefined && (
                    <IconAction
                      label={words.edit(name)}
                      onClick={() => {
                        setOpen({ is: 'edit', row });
                      }}
                    >
                      <EditOutlined />
                    </IconAction>
                  )}
                  <IconAction
                    label={words.delete(name)}
                    onClick={() => {
                      setOpen({ is: 'delete', row });
                    }}
                  >
                    <DeleteOutlined />
                  </IconAction>
                </Item>
              );
            })}
          </Box>
        )}
        {children}
      </DialogFrame>
      {open?.is === 'new' && <CreateDialog view={view} onClose={close} />}
      {open?.is === 'edit' && <EditDialog view={view} id={String(open.row.id)} onClose={close} />}
      {open?.is === 'delete' && <DeleteRecordDialog view={view} row={open.row} onClose={close} />}
    </>
  );
}

/** A record of the list, with its buttons. */
function Item({ name, line, children }: { name: string; line: ReactNode; children: ReactNode }) {
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
        {typeof line === 'string' ? (
          <Typography variant="body2" color="textSecondary" noWrap>
            {line}
          </Typography>
        ) : (
          line
        )}
      </Box>
      {children}
    </Box>
  );
}
