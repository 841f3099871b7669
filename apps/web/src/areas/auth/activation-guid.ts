const guidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is the whole code of an invitation or a reset link. */
export const isActivationGuid = (text: string) => guidPattern.test(text.trim());
