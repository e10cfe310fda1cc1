/** Fixture: a realistic CSV file with faults, and the expected result of importing it. */
export interface FaultyFile {
  bytes: Buffer;
  counts: { read: number; saved: number; refused: number; duplicates: number };
  /** The lines of the CSV report below its header: how each begins, and the original text that it ends with. */
  report: { begins: string; ends: string }[];
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A unique phone number for each row, with a valid area code and exchange. */
const phoneOf = (row: number) =>
  `(${String(201 + (row % 90) * 2)}) ${String(200 + (Math.floor(row / 90) % 700))}-${String(1000 + Math.floor(row / 63_000)).padStart(4, '0')}`;

/**
 * UTF-8 with a byte order mark and CRLF. Of every hundred rows, one has an invalid phone, one no name, one an invalid
 * e-mail and state, one an unclosed quote, one stray text after a quote, and two duplicate the phone or the e-mail of the
 * previous row; one has a valid quoted name that contains a delimiter, quotes and a line break.
 */
export function faultyFile(rows: number, first = 0): FaultyFile {
  const lines = ['\uFEFFFull Name,Phone,Email,State,DOB'];
  const counts = { read: rows, saved: 0, refused: 0, duplicates: 0 };
  const report: FaultyFile['report'] = [];
  let line = 2;

  const add = (text: string, reason?: string) => {
    lines.push(text);
    if (reason) report.push({ begins: `${String(line)},${quoted(reason)},`, ends: `,${quoted(text)}` });
    line += text.split('\n').length;
  };
  const refuse = (text: string, reason: string) => {
    counts.refused += 1;
    add(text, reason);
  };
  const repeat = (text: string, reason: string) => {
    counts.duplicates += 1;
    add(text, reason);
  };

  for (let row = first; row < first + rows; row += 1) {
    const phone = phoneOf(row);
    const email = `row.${String(row)}@example.com`;
    const rest = `${phone},${email},TX,6/2/1957`;
    const name = `Row ${String(row)} Ångström`;
    switch (row % 100) {
      case 7:
        refuse(`${name},12345,${email},TX,6/2/1957`, 'Phone is not valid: 12345');
        break;
      case 17:
        refuse(`,${rest}`, 'Full name is missing');
        break;
      case 27:
        refuse(`"${name}" junior,${rest}`, 'Unexpected text after a closing quote');
        break;
      case 37:
        // None of the next twenty lines contains a quote that would close it.
        refuse(`"${name},${rest}`, 'Unclosed quote');
        break;
      case 47:
        refuse(
          `${name},${phone},nobody,Texarkana,6/2/1957`,
          'E-mail is not valid: nobody; State is not valid: Texarkana',
        );
        break;
      case 58:
        repeat(
          `${name},${phoneOf(row - 1)},${email},TX,6/2/1957`,
          'Duplicate: a lead with this phone exists',
        );
        break;
      case 69:
        repeat(
          `${name},${phone},ROW.${String(row - 1)}@example.com,TX,6/2/1957`,
          'Duplicate: a lead with this e-mail exists',
        );
        break;
      default:
        counts.saved += 1;
        add(row % 100 === 77 ? `"${name},\n ""Jr."" ",${rest}` : `${name},${rest}`);
    }
  }
  return { bytes: Buffer.from(`${lines.join('\r\n')}\r\n`), counts, report };
}
