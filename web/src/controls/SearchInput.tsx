import SearchOutlined from '@mui/icons-material/SearchOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';

interface Props {
  label: string;
  text: string;
  onType: (text: string) => void;
}

/** What narrows a list of choices as one types; it has the focus when it appears. */
export function SearchInput({ label, text, onType }: Props) {
  return (
    <OutlinedInput
      fullWidth
      autoFocus
      value={text}
      placeholder={label}
      onChange={(event) => {
        onType(event.target.value);
      }}
      startAdornment={
        <InputAdornment position="start">
          <SearchOutlined />
        </InputAdornment>
      }
      inputProps={{ 'aria-label': label }}
    />
  );
}
