/** The part of marcjs that is used; the package has no types. */
declare module 'marcjs' {
  const marcjs: {
    readonly Iso2709Parser: {
      /** Fields: tag, indicators, then codes and values in turn; for control fields: tag and value. */
      parse(record: Buffer): { readonly leader: string; readonly fields: readonly (readonly string[])[] };
    };
  };
  export default marcjs;
}
