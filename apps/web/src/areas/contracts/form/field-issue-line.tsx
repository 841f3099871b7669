/** Message of a list of fields as a whole. */
export function FieldIssueLine({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="ui-field__error" role="alert">
      {text}
    </p>
  );
}
