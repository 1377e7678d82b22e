import { visibleText } from '../../http/contract/schema.ts'

/** The id of a subfolder, which is text of the organisation's own: as an import brings it and as the API takes it. */
export const subfolderId = (description?: string) => visibleText(100, description === undefined ? {} : { description })
