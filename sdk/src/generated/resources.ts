// Generated from openapi.json by `npm run sdk`. Do not edit.
import type { Answer, Body, Call, CallOptions, List, ListOptions, NoInput, Query } from '../calls.ts'
import type { BillableBill, BillableVoid, BillablesSync, BusinessCreate, BusinessPatch, CalendarSet, ClientBulkCreate, ClientCreate, ClientPatch, DashboardCreate, DashboardPatch, ExternalIdPut, FormCreate, FormEdit, FormLinkCreate, FormSubmissionCreate, FormSubmissionPatch, InsightCreate, InsightPatch, NoteCreate, NotePatch, NoteTemplateCreate, NoteTemplatePatch, PriceImport, ProspectConvert, ProspectCreate, ProspectNoteCreate, ProspectOptionsEdit, ProspectPatch, SecretRotation, ShiftAttendanceCorrection, ShiftCancel, ShiftClocking, ShiftCreate, ShiftDelete, ShiftNoteCreate, ShiftPatch, ShiftPublish, ShiftRefs, ShiftRestore, SiteCreate, SitePatch, StaffCreate, StaffMove, StaffPatch, TaskChargeCreate, TaskChargePatch, TaskCreate, TaskDelete, TaskDocumentCreate, TaskNoteCreate, TaskPatch, WebhookCreate, WebhookPatch, WebhookReplay, WebhookTest } from './api.ts'

/** Every operation of the API by its name. */
export interface Resources {
  appointments: {
    /**
     * List appointments.
     *
     * `GET /appointments`, needs roster=read.
     */
    list(input: Omit<Query<'listAppointments'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List appointments.
     *
     * `GET /appointments`, needs roster=read.
     */
    list(input?: Omit<Query<'listAppointments'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listAppointments'>, Answer<'listAppointments'>['data'][number]>
  }
  billables: {
    /**
     * Invoice billables.
     *
     * `POST /billables/bill`, needs finance=read-write.
     */
    bill(input: BillableBill, options?: CallOptions): Call<Answer<'billBillables'>>
    /**
     * List billables.
     *
     * `GET /billables`, needs finance=read.
     */
    list(input: Omit<Query<'listBillables'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List billables.
     *
     * `GET /billables`, needs finance=read.
     */
    list(input?: Omit<Query<'listBillables'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listBillables'>, Answer<'listBillables'>['data'][number]>
    /**
     * Create billables of completed tasks.
     *
     * `POST /tasks/sync-billables`, needs tasks=read-write.
     */
    sync(input: BillablesSync, options?: CallOptions): Call<Answer<'syncBillables'>>
    /**
     * Void an invoiced billable.
     *
     * `POST /billables/{id}/void`, needs finance=read-write.
     */
    void(id: number, input: BillableVoid, options?: CallOptions): Call<Answer<'voidBillable'>>
  }
  businesses: {
    /**
     * Create a business location.
     *
     * `POST /businesses`, needs clients=read-write.
     */
    create(input: BusinessCreate, options?: CallOptions): Call<Answer<'createBusiness'>>
    /**
     * Delete a business location.
     *
     * `DELETE /businesses/{id}`, needs clients=read-write.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteBusiness'>>
    /**
     * List business locations.
     *
     * `GET /businesses`, needs clients=read.
     */
    list(input?: Query<'listBusinesses'>, options?: ListOptions): List<Answer<'listBusinesses'>, Answer<'listBusinesses'>['data'][number]>
    /**
     * Update a business location.
     *
     * `PATCH /businesses/{id}`, needs clients=read-write.
     */
    update(id: number, input: BusinessPatch, options?: CallOptions): Call<Answer<'updateBusiness'>>
  }
  clients: {
    /**
     * Create a note about a client.
     *
     * `POST /clients/{client_id}/notes`, needs clients=read-write.
     */
    addNote(clientId: number, input: NoteCreate, options?: CallOptions): Call<Answer<'createClientNote'>>
    /**
     * Archive a client.
     *
     * `DELETE /clients/{id}`, needs clients=read-write.
     */
    archive(id: number, input?: Query<'archiveClient'>, options?: CallOptions): Call<Answer<'archiveClient'>>
    /**
     * Create a client.
     *
     * `POST /clients`, needs clients=read-write.
     */
    create(input: ClientCreate, options?: CallOptions): Call<Answer<'createClient'>>
    /**
     * Create up to 100 clients.
     *
     * `POST /clients/bulk`, needs clients=read-write.
     */
    createInBulk(input: ClientBulkCreate, options?: CallOptions): Call<Answer<'createClientsInBulk'>>
    /**
     * Get a client.
     *
     * `GET /clients/{id}`, needs clients=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getClient'>>
    /**
     * List the options of a client’s fields.
     *
     * `GET /clients/options`, needs clients=read.
     */
    getOptions(input?: NoInput, options?: CallOptions): Call<Answer<'getClientOptions'>>
    /**
     * List clients.
     *
     * `GET /clients`, needs clients=read.
     */
    list(input: Omit<Query<'listClients'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List clients.
     *
     * `GET /clients`, needs clients=read.
     */
    list(input?: Omit<Query<'listClients'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listClients'>, Answer<'listClients'>['data'][number]>
    /**
     * List who has read a client.
     *
     * `GET /clients/{id}/access-log`, needs clients=read-write.
     */
    listAccess(id: number, input?: Query<'getClientAccessLog'>, options?: ListOptions): List<Answer<'getClientAccessLog'>, Answer<'getClientAccessLog'>['data'][number]>
    /**
     * List, search and filter a client’s notes.
     *
     * `GET /clients/{client_id}/notes`, needs clients=read.
     */
    listNotes(clientId: number, input?: Query<'listClientNotes'>, options?: ListOptions): List<Answer<'listClientNotes'>, Answer<'listClientNotes'>['notes'][number]>
    /**
     * Update a client.
     *
     * `PATCH /clients/{id}`, needs clients=read-write.
     */
    update(id: number, input: ClientPatch, options?: CallOptions): Call<Answer<'updateClient'>>
  }
  dashboards: {
    /**
     * Create a dashboard.
     *
     * `POST /reports/dashboards`, needs reports=read-write.
     */
    create(input: DashboardCreate, options?: CallOptions): Call<Answer<'createDashboard'>>
    /**
     * Delete a dashboard.
     *
     * `DELETE /reports/dashboards/{id}`, needs reports=read-write.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteDashboard'>>
    /**
     * Get a dashboard.
     *
     * `GET /reports/dashboards/{id}`, needs reports=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getDashboard'>>
    /**
     * List dashboards.
     *
     * `GET /reports/dashboards`, needs reports=read.
     */
    list(input?: Query<'listDashboards'>, options?: ListOptions): List<Answer<'listDashboards'>, Answer<'listDashboards'>['data'][number]>
    /**
     * Update a dashboard.
     *
     * `PATCH /reports/dashboards/{id}`, needs reports=read-write.
     */
    update(id: number, input: DashboardPatch, options?: CallOptions): Call<Answer<'updateDashboard'>>
  }
  events: {
    /**
     * Get an event.
     *
     * `GET /events/{id}`, needs valid token.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getEvent'>>
    /**
     * List events.
     *
     * `GET /events`, needs valid token.
     */
    list(input?: Query<'listEvents'>, options?: ListOptions): List<Answer<'listEvents'>, Answer<'listEvents'>['data'][number]>
    /**
     * List event types.
     *
     * `GET /events/types`, needs valid token.
     */
    listTypes(input?: NoInput, options?: ListOptions): List<Answer<'listEventTypes'>, Answer<'listEventTypes'>['data'][number]>
  }
  externalIds: {
    /**
     * Remove an external id.
     *
     * `DELETE /external-ids/{system}/{type}/{external_id}`, needs type client: clients=read-write; type staff: staff=read-write; type site: sites=read-write; type shift: roster=read-write; type task: tasks=read-write; type prospect: prospects=read-write.
     */
    delete(system: string, type: string, externalId: string, input?: NoInput, options?: CallOptions): Call<Answer<'deleteExternalId'>>
    /**
     * Get an external id.
     *
     * `GET /external-ids/{system}/{type}/{external_id}`, needs type client: clients=read; type staff: staff=read; type site: sites=read; type shift: roster=read; type task: tasks=read; type prospect: prospects=read.
     */
    get(system: string, type: string, externalId: string, input?: NoInput, options?: CallOptions): Call<Answer<'getExternalId'>>
    /**
     * Find external ids.
     *
     * `GET /external-ids`, needs type client: clients=read; type staff: staff=read; type site: sites=read; type shift: roster=read; type task: tasks=read; type prospect: prospects=read.
     */
    list(input: Query<'listExternalIds'>, options?: ListOptions): List<Answer<'listExternalIds'>, Answer<'listExternalIds'>['data'][number]>
    /**
     * Set an external id.
     *
     * `PUT /external-ids/{system}/{type}/{external_id}`, needs type client: clients=read-write; type staff: staff=read-write; type site: sites=read-write; type shift: roster=read-write; type task: tasks=read-write; type prospect: prospects=read-write.
     */
    set(system: string, type: string, externalId: string, input: ExternalIdPut, options?: CallOptions): Call<Answer<'putExternalId'>>
  }
  formSubmissions: {
    /**
     * Get a form submission.
     *
     * `GET /form-submissions/{id}`, needs forms=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getFormSubmission'>>
    /**
     * List form submissions.
     *
     * `GET /form-submissions`, needs forms=read.
     */
    list(input: Omit<Query<'listFormSubmissions'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List form submissions.
     *
     * `GET /form-submissions`, needs forms=read.
     */
    list(input?: Omit<Query<'listFormSubmissions'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listFormSubmissions'>, Answer<'listFormSubmissions'>['data'][number]>
    /**
     * Update a form submission.
     *
     * `PATCH /form-submissions/{id}`, needs forms=read-write.
     */
    update(id: number, input: FormSubmissionPatch, options?: CallOptions): Call<Answer<'updateFormSubmission'>>
  }
  forms: {
    /**
     * Create a form.
     *
     * `POST /forms`, needs forms=read-write.
     */
    create(input: FormCreate, options?: CallOptions): Call<Answer<'createForm'>>
    /**
     * Make a link to a form for one client.
     *
     * `POST /forms/{id}/links`, needs forms=read-write, clients=read.
     */
    createLink(id: number, input: FormLinkCreate, options?: CallOptions): Call<Answer<'createFormLink'>>
    /**
     * Create a form submission.
     *
     * `POST /forms/{id}/submissions`, needs forms=read-write.
     */
    createSubmission(id: number, input: FormSubmissionCreate, options?: CallOptions): Call<Answer<'createFormSubmission'>>
    /**
     * Update a form.
     *
     * `PATCH /forms/{id}`, needs forms=read-write.
     */
    edit(id: number, input: FormEdit, options?: CallOptions): Call<Answer<'editForm'>>
    /**
     * Get a form.
     *
     * `GET /forms/{id}`, needs forms=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getForm'>>
    /**
     * List forms.
     *
     * `GET /forms`, needs forms=read.
     */
    list(input?: Query<'listForms'>, options?: ListOptions): List<Answer<'listForms'>, Answer<'listForms'>['data'][number]>
    /**
     * Publish a form.
     *
     * `POST /forms/{id}/publish`, needs forms=read-write.
     */
    publish(id: number, input?: Body<'publishForm'>, options?: CallOptions): Call<Answer<'publishForm'>>
    /**
     * Unpublish a form.
     *
     * `POST /forms/{id}/unpublish`, needs forms=read-write.
     */
    unpublish(id: number, input?: Body<'unpublishForm'>, options?: CallOptions): Call<Answer<'unpublishForm'>>
  }
  imports: {
    /**
     * Get a bulk import.
     *
     * `GET /imports/{batch}`, needs clients=read.
     */
    get(batch: string, input?: NoInput, options?: CallOptions): Call<Answer<'getImport'>>
  }
  insights: {
    /**
     * Create an insight.
     *
     * `POST /reports/insights`, needs reports=read-write.
     */
    create(input: InsightCreate, options?: CallOptions): Call<Answer<'createInsight'>>
    /**
     * Delete an insight.
     *
     * `DELETE /reports/insights/{id}`, needs reports=read-write.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteInsight'>>
    /**
     * Get an insight.
     *
     * `GET /reports/insights/{id}`, needs reports=read.
     */
    get(id: number, input?: Query<'getInsight'>, options?: CallOptions): Call<Answer<'getInsight'>>
    /**
     * Get the results of an insight.
     *
     * `GET /reports/insights/{id}/results`, needs reports=read.
     */
    getResults(id: number, input: Omit<Query<'getInsightResults'>, 'format'> & { format: 'csv' }, options?: CallOptions): Call<string>
    /**
     * Get the results of an insight.
     *
     * `GET /reports/insights/{id}/results`, needs reports=read.
     */
    getResults(id: number, input?: Omit<Query<'getInsightResults'>, 'format'> & { format?: 'json' }, options?: CallOptions): Call<Answer<'getInsightResults'>>
    /**
     * List insights.
     *
     * `GET /reports/insights`, needs reports=read.
     */
    list(input?: Query<'listInsights'>, options?: ListOptions): List<Answer<'listInsights'>, Answer<'listInsights'>['data'][number]>
    /**
     * Update an insight.
     *
     * `PATCH /reports/insights/{id}`, needs reports=read-write.
     */
    update(id: number, input: InsightPatch, options?: CallOptions): Call<Answer<'updateInsight'>>
  }
  me: {
    /**
     * Get the access of this token.
     *
     * `GET /me`, needs valid token.
     */
    get(input?: NoInput, options?: CallOptions): Call<Answer<'getMe'>>
  }
  noteTemplates: {
    /**
     * Create a note template.
     *
     * `POST /note-templates`, needs clients=read-write.
     */
    create(input: NoteTemplateCreate, options?: CallOptions): Call<Answer<'createNoteTemplate'>>
    /**
     * Delete a note template.
     *
     * `DELETE /note-templates/{id}`, needs clients=read-write.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteNoteTemplate'>>
    /**
     * List note templates.
     *
     * `GET /note-templates`, needs clients=read.
     */
    list(input?: NoInput, options?: ListOptions): List<Answer<'listNoteTemplates'>, Answer<'listNoteTemplates'>['data'][number]>
    /**
     * Update a note template.
     *
     * `PATCH /note-templates/{id}`, needs clients=read-write.
     */
    update(id: number, input: NoteTemplatePatch, options?: CallOptions): Call<Answer<'updateNoteTemplate'>>
  }
  notes: {
    /**
     * Get a note.
     *
     * `GET /notes/{ref}`, needs clients=read.
     */
    get(ref: string, input?: NoInput, options?: CallOptions): Call<Answer<'getNote'>>
    /**
     * List the notes of all clients.
     *
     * `GET /notes`, needs clients=read.
     */
    list(input?: Query<'listNotes'>, options?: ListOptions): List<Answer<'listNotes'>, Answer<'listNotes'>['data'][number]>
    /**
     * List the revisions of a note.
     *
     * `GET /notes/{ref}/revisions`, needs clients=read.
     */
    listRevisions(ref: string, input?: NoInput, options?: ListOptions): List<Answer<'listNoteRevisions'>, Answer<'listNoteRevisions'>['data'][number]>
    /**
     * Update a note.
     *
     * `PATCH /notes/{ref}`, needs clients=read-write.
     */
    update(ref: string, input: NotePatch, options?: CallOptions): Call<Answer<'updateNote'>>
  }
  organisation: {
    /**
     * Get the organisation.
     *
     * `GET /organisation`, needs valid token.
     */
    get(input?: NoInput, options?: CallOptions): Call<Answer<'getOrganisation'>>
  }
  priceCodes: {
    /**
     * Import a price list.
     *
     * `POST /price-codes/import`, needs finance=read-write.
     */
    import(input: PriceImport, options?: CallOptions): Call<Answer<'importPriceCodes'>>
    /**
     * List price codes.
     *
     * `GET /price-codes`, needs tasks=read.
     */
    list(input: Omit<Query<'listPriceCodes'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List price codes.
     *
     * `GET /price-codes`, needs tasks=read.
     */
    list(input?: Omit<Query<'listPriceCodes'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listPriceCodes'>, Answer<'listPriceCodes'>['data'][number]>
  }
  prospects: {
    /**
     * Add a note to a prospect.
     *
     * `POST /prospects/{id}/notes`, needs prospects=read-write.
     */
    addNote(id: number, input: ProspectNoteCreate, options?: CallOptions): Call<Answer<'addProspectNote'>>
    /**
     * Convert a prospect to a client.
     *
     * `POST /prospects/{id}/convert`, needs prospects=read-write, clients=read-write.
     */
    convert(id: number, input: ProspectConvert, options?: CallOptions): Call<Answer<'convertProspect'>>
    /**
     * Create a prospect.
     *
     * `POST /prospects`, needs prospects=read-write.
     */
    create(input: ProspectCreate, options?: CallOptions): Call<Answer<'createProspect'>>
    /**
     * Change the options of a prospect’s fields.
     *
     * `PATCH /prospects/options`, needs prospects=read-write.
     */
    editOptions(input: ProspectOptionsEdit, options?: CallOptions): Call<Answer<'editProspectOptions'>>
    /**
     * Get a prospect.
     *
     * `GET /prospects/{id}`, needs prospects=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getProspect'>>
    /**
     * List the options of a prospect’s fields.
     *
     * `GET /prospects/options`, needs prospects=read.
     */
    getOptions(input?: NoInput, options?: CallOptions): Call<Answer<'getProspectOptions'>>
    /**
     * List prospects.
     *
     * `GET /prospects`, needs prospects=read.
     */
    list(input: Omit<Query<'listProspects'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List prospects.
     *
     * `GET /prospects`, needs prospects=read.
     */
    list(input?: Omit<Query<'listProspects'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listProspects'>, Answer<'listProspects'>['data'][number]>
    /**
     * List the notes of a prospect.
     *
     * `GET /prospects/{id}/notes`, needs prospects=read.
     */
    listNotes(id: number, input?: Query<'listProspectNotes'>, options?: ListOptions): List<Answer<'listProspectNotes'>, Answer<'listProspectNotes'>['data'][number]>
    /**
     * List the stages of a prospect.
     *
     * `GET /prospects/{id}/stage-history`, needs prospects=read.
     */
    listStageHistory(id: number, input?: NoInput, options?: ListOptions): List<Answer<'getProspectStageHistory'>, Answer<'getProspectStageHistory'>['data'][number]>
    /**
     * Update a prospect.
     *
     * `PATCH /prospects/{id}`, needs prospects=read-write.
     */
    update(id: number, input: ProspectPatch, options?: CallOptions): Call<Answer<'updateProspect'>>
  }
  reports: {
    /**
     * Get the options of insights.
     *
     * `GET /reports/options`, needs reports=read.
     */
    getOptions(input?: Query<'getReportOptions'>, options?: CallOptions): Call<Answer<'getReportOptions'>>
  }
  shifts: {
    /**
     * Add a note to a shift.
     *
     * `POST /shifts/{ref}/notes`, needs roster=read-write.
     */
    addNote(ref: string, input: ShiftNoteCreate, options?: CallOptions): Call<Answer<'addShiftNote'>>
    /**
     * Cancel a shift.
     *
     * `POST /shifts/{ref}/cancel`, needs roster=read-write.
     */
    cancel(ref: string, input: ShiftCancel, options?: CallOptions): Call<Answer<'cancelShift'>>
    /**
     * Clock staff in.
     *
     * `POST /shifts/{ref}/clock-in`, needs roster=read-write.
     */
    clockIn(ref: string, input: ShiftClocking, options?: CallOptions): Call<Answer<'clockIn'>>
    /**
     * Clock staff out.
     *
     * `POST /shifts/{ref}/clock-out`, needs roster=read-write.
     */
    clockOut(ref: string, input: ShiftClocking, options?: CallOptions): Call<Answer<'clockOut'>>
    /**
     * Enter or correct clock times.
     *
     * `PUT /shifts/{ref}/attendance`, needs roster=read-write.
     */
    correctAttendance(ref: string, input: ShiftAttendanceCorrection, options?: CallOptions): Call<Answer<'correctAttendance'>>
    /**
     * Create a shift.
     *
     * `POST /shifts`, needs roster=read-write.
     */
    create(input: ShiftCreate, options?: CallOptions): Call<Answer<'createShift'>>
    /**
     * Delete shifts.
     *
     * `DELETE /shifts`, needs roster=read-write.
     */
    delete(input: Query<'deleteShifts'> & ShiftDelete, options?: CallOptions): Call<Answer<'deleteShifts'>>
    /**
     * Get a shift.
     *
     * `GET /shifts/{ref}`, needs roster=read.
     */
    get(ref: string, input?: NoInput, options?: CallOptions): Call<Answer<'getShift'>>
    /**
     * List the conflicts of a shift.
     *
     * `GET /shifts/{ref}/conflicts`, needs roster=read.
     */
    getConflicts(ref: string, input?: NoInput, options?: CallOptions): Call<Answer<'getShiftConflicts'>>
    /**
     * List shifts.
     *
     * `GET /shifts`, needs roster=read.
     */
    list(input: Omit<Query<'listShifts'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List shifts.
     *
     * `GET /shifts`, needs roster=read.
     */
    list(input?: Omit<Query<'listShifts'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listShifts'>, Answer<'listShifts'>['data'][number]>
    /**
     * Publish draft shifts.
     *
     * `POST /shifts/publish`, needs roster=read-write.
     */
    publish(input: ShiftPublish, options?: CallOptions): Call<Answer<'publishShifts'>>
    /**
     * Restore a cancelled shift.
     *
     * `POST /shifts/{ref}/restore`, needs roster=read-write.
     */
    restore(ref: string, input?: ShiftRestore, options?: CallOptions): Call<Answer<'restoreShift'>>
    /**
     * Unpublish shifts.
     *
     * `POST /shifts/unpublish`, needs roster=read-write.
     */
    unpublish(input: ShiftRefs, options?: CallOptions): Call<Answer<'unpublishShifts'>>
    /**
     * Update a shift.
     *
     * `PATCH /shifts/{ref}`, needs roster=read-write.
     */
    update(ref: string, input: ShiftPatch, options?: CallOptions): Call<Answer<'editShift'>>
  }
  sites: {
    /**
     * Create a site.
     *
     * `POST /sites`, needs sites=read-write.
     */
    create(input: SiteCreate, options?: CallOptions): Call<Answer<'createSite'>>
    /**
     * Get a site.
     *
     * `GET /sites/{id}`, needs roster=read.
     */
    get(id: number, input?: Query<'getSite'>, options?: CallOptions): Call<Answer<'getSite'>>
    /**
     * List sites.
     *
     * `GET /sites`, needs roster=read.
     */
    list(input: Omit<Query<'listSites'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List sites.
     *
     * `GET /sites`, needs roster=read.
     */
    list(input?: Omit<Query<'listSites'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listSites'>, Answer<'listSites'>['data'][number]>
    /**
     * Update a site.
     *
     * `PATCH /sites/{id}`, needs sites=read-write.
     */
    update(id: number, input: SitePatch, options?: CallOptions): Call<Answer<'updateSite'>>
  }
  spaces: {
    /**
     * Create a space.
     *
     * `POST /reports/spaces`, needs reports=read-write.
     */
    create(input: Body<'createSpace'>, options?: CallOptions): Call<Answer<'createSpace'>>
    /**
     * Create a subfolder.
     *
     * `POST /reports/spaces/{id}/subfolders`, needs reports=read-write.
     */
    createSubfolder(id: number, input: Body<'createSubfolder'>, options?: CallOptions): Call<Answer<'createSubfolder'>>
    /**
     * Delete an empty space.
     *
     * `DELETE /reports/spaces/{id}`, needs reports=read-write.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteSpace'>>
    /**
     * Delete an empty subfolder.
     *
     * `DELETE /reports/spaces/{id}/subfolders/{subfolder_id}`, needs reports=read-write.
     */
    deleteSubfolder(id: number, subfolderId: string, input?: NoInput, options?: CallOptions): Call<Answer<'deleteSubfolder'>>
    /**
     * Rename a space.
     *
     * `PATCH /reports/spaces/{id}`, needs reports=read-write.
     */
    update(id: number, input: Body<'updateSpace'>, options?: CallOptions): Call<Answer<'updateSpace'>>
    /**
     * Rename a subfolder.
     *
     * `PATCH /reports/spaces/{id}/subfolders/{subfolder_id}`, needs reports=read-write.
     */
    updateSubfolder(id: number, subfolderId: string, input: Body<'updateSubfolder'>, options?: CallOptions): Call<Answer<'updateSubfolder'>>
  }
  staff: {
    /**
     * Create a staff member.
     *
     * `POST /staff`, needs staff=read-write.
     */
    create(input: StaffCreate, options?: CallOptions): Call<Answer<'createStaff'>>
    /**
     * Create a person’s calendar.
     *
     * `POST /staff/{id}/calendar`, needs roster=read, staff=read.
     */
    createCalendar(id: number, input?: CalendarSet, options?: CallOptions): Call<Answer<'createCalendar'>>
    /**
     * End a person’s calendar.
     *
     * `DELETE /staff/{id}/calendar`, needs roster=read, staff=read.
     */
    deleteCalendar(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteCalendar'>>
    /**
     * Get a staff member.
     *
     * `GET /staff/{id}`, needs staff=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getStaff'>>
    /**
     * Get a person’s calendar.
     *
     * `GET /staff/{id}/calendar`, needs roster=read, staff=read.
     */
    getCalendar(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getCalendar'>>
    /**
     * List staff.
     *
     * `GET /staff`, needs staff=read.
     */
    list(input: Omit<Query<'listStaff'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List staff.
     *
     * `GET /staff`, needs staff=read.
     */
    list(input?: Omit<Query<'listStaff'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listStaff'>, Answer<'listStaff'>['data'][number]>
    /**
     * Change the status of a staff member.
     *
     * `POST /staff/{id}/status`, needs staff=read-write.
     */
    setStatus(id: number, input: StaffMove, options?: CallOptions): Call<Answer<'setStaffStatus'>>
    /**
     * Update a staff member.
     *
     * `PATCH /staff/{id}`, needs staff=read-write.
     */
    update(id: number, input: StaffPatch, options?: CallOptions): Call<Answer<'updateStaff'>>
  }
  taskCharges: {
    /**
     * Delete a charge.
     *
     * `DELETE /task-charges/{id}`, needs tasks=read-write.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteTaskCharge'>>
    /**
     * Make a charge primary.
     *
     * `POST /task-charges/{id}/primary`, needs tasks=read-write.
     */
    makePrimary(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'makeTaskChargePrimary'>>
    /**
     * Update a charge.
     *
     * `PATCH /task-charges/{id}`, needs tasks=read-write.
     */
    update(id: number, input: TaskChargePatch, options?: CallOptions): Call<Answer<'updateTaskCharge'>>
  }
  tasks: {
    /**
     * Add a charge to a task.
     *
     * `POST /tasks/{id}/charges`, needs tasks=read-write.
     */
    addCharge(id: number, input: TaskChargeCreate, options?: CallOptions): Call<Answer<'addTaskCharge'>>
    /**
     * Add a document to a task.
     *
     * `POST /tasks/{id}/documents`, needs tasks=read-write.
     */
    addDocument(id: number, input: TaskDocumentCreate, options?: CallOptions): Call<Answer<'addTaskDocument'>>
    /**
     * Add a note to a task.
     *
     * `POST /tasks/{id}/notes`, needs tasks=read-write.
     */
    addNote(id: number, input: TaskNoteCreate, options?: CallOptions): Call<Answer<'addTaskNote'>>
    /**
     * Create a task.
     *
     * `POST /tasks`, needs tasks=read-write.
     */
    create(input: TaskCreate, options?: CallOptions): Call<Answer<'createTask'>>
    /**
     * Delete a task.
     *
     * `DELETE /tasks/{id}`, needs tasks=read-write.
     */
    delete(id: number, input?: Query<'deleteTask'> & TaskDelete, options?: CallOptions): Call<Answer<'deleteTask'>>
    /**
     * Get a task.
     *
     * `GET /tasks/{id}`, needs tasks=read.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getTask'>>
    /**
     * List tasks.
     *
     * `GET /tasks`, needs tasks=read.
     */
    list(input: Omit<Query<'listTasks'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List tasks.
     *
     * `GET /tasks`, needs tasks=read.
     */
    list(input?: Omit<Query<'listTasks'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listTasks'>, Answer<'listTasks'>['data'][number]>
    /**
     * Update a task.
     *
     * `PATCH /tasks/{id}`, needs tasks=read-write.
     */
    update(id: number, input: TaskPatch, options?: CallOptions): Call<Answer<'updateTask'>>
  }
  webhooks: {
    /**
     * Create a webhook.
     *
     * `POST /webhooks`, needs valid token.
     */
    create(input: WebhookCreate, options?: CallOptions): Call<Answer<'createWebhook'>>
    /**
     * Delete a webhook.
     *
     * `DELETE /webhooks/{id}`, needs valid token.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteWebhook'>>
    /**
     * Get a webhook.
     *
     * `GET /webhooks/{id}`, needs valid token.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getWebhook'>>
    /**
     * Get a delivery of a webhook.
     *
     * `GET /webhooks/{id}/deliveries/{event_id}`, needs valid token.
     */
    getDelivery(id: number, eventId: number, input?: NoInput, options?: CallOptions): Call<Answer<'getWebhookDelivery'>>
    /**
     * List webhooks.
     *
     * `GET /webhooks`, needs valid token.
     */
    list(input?: NoInput, options?: ListOptions): List<Answer<'listWebhooks'>, Answer<'listWebhooks'>['data'][number]>
    /**
     * List deliveries of a webhook.
     *
     * `GET /webhooks/{id}/deliveries`, needs valid token.
     */
    listDeliveries(id: number, input?: Query<'listWebhookDeliveries'>, options?: ListOptions): List<Answer<'listWebhookDeliveries'>, Answer<'listWebhookDeliveries'>['data'][number]>
    /**
     * Replay events to a webhook.
     *
     * `POST /webhooks/{id}/replay`, needs valid token.
     */
    replay(id: number, input: WebhookReplay, options?: CallOptions): Call<Answer<'replayWebhook'>>
    /**
     * Resend an event to a webhook.
     *
     * `POST /webhooks/{id}/deliveries/{event_id}/resend`, needs valid token.
     */
    resend(id: number, eventId: number, input?: NoInput, options?: CallOptions): Call<Answer<'resendWebhookDelivery'>>
    /**
     * Rotate the secret of a webhook.
     *
     * `POST /webhooks/{id}/rotate-secret`, needs valid token.
     */
    rotateSecret(id: number, input?: SecretRotation, options?: CallOptions): Call<Answer<'rotateWebhookSecret'>>
    /**
     * Test a webhook.
     *
     * `POST /webhooks/{id}/test`, needs valid token.
     */
    test(id: number, input?: WebhookTest, options?: CallOptions): Call<Answer<'testWebhook'>>
    /**
     * Update a webhook.
     *
     * `PATCH /webhooks/{id}`, needs valid token.
     */
    update(id: number, input: WebhookPatch, options?: CallOptions): Call<Answer<'updateWebhook'>>
  }
}
