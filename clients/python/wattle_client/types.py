"""The bodies of requests and responses, for type checkers and editors."""

# Generated from openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class AccessLogEntry(TypedDict):
    """That a connection was shown a client."""

    at: str
    """The first of the requests. Those of the next two seconds may be in the same entry."""
    connection: str
    """Name of the connection that has read."""
    token_id: Optional[int]
    """Its access token. Null for a calendar, which is read by its address."""
    operation: str
    """`operationId` of the request, or `calendar`."""
    via: Union[Literal["api", "export", "calendar"], str]
    """`api`, `export` for a list as CSV or NDJSON, or `calendar` for a file that programs subscribe to."""
    requests: int
    """Requests of this operation that were stored together, at least one of which showed the client."""


class Appointment(TypedDict):
    """One client and one staff member of a shift, as a flat record."""

    id: int
    appointment_title: str
    client_id: NotRequired[int]
    """The client. Omitted if the shift has no clients."""
    employee_id: NotRequired[int]
    """The staff member. Omitted while the appointment is vacant."""
    start: str
    """YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    end: str
    """YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    appointment_address: NotRequired[str]
    """Omitted if there is none."""
    is_draft: Literal[0, 1]
    """1 until the shift is published."""
    appointment_cancelled: Literal[0, 1]
    """1 if the shift is cancelled."""
    is_deleted: Literal[0, 1]
    """1 if the shift was deleted after it had started or been cancelled."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class AppointmentsListResponse(TypedDict):
    data: List[Appointment]
    meta: Union[Meta, KeysetMeta]


class BillResponse(TypedDict):
    """The result for each billable, in the order of the ids"""

    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    succeeded: int
    failed: int
    total_cost: float
    """The sum that this request invoiced, at most 2 decimals"""
    results: List[BillResponseResultsItem]


class BillResponseResultsItem(TypedDict):
    id: int
    ok: bool
    message: NotRequired[str]
    error: NotRequired[str]


class Billable(TypedDict):
    """A charge to be invoiced. While it is pending it follows its charge; from then on it does not change with it."""

    id: int
    task_id: NotRequired[int]
    """Omitted if the task of a void billable was deleted"""
    charge_id: NotRequired[int]
    """Omitted if the charge of a void billable was deleted"""
    client: NotRequired[Person]
    date: str
    """The task’s date. Such as 2026-11-30."""
    name: str
    """The charge’s name"""
    price_code: int
    """The price code’s id"""
    code: str
    """The price code’s code"""
    minutes: int
    claim_type: Union[Literal["Standard", "Cancellation", "Report writing", "Travel", "Non-face-to-face", "Telehealth", "Irregular SIL"], str]
    total_cost: float
    """The invoiced amount, at most 2 decimals"""
    status: Union[Literal["pending", "invoiced", "void"], str]
    invoice_number: NotRequired[str]
    void_reason: NotRequired[str]
    at: str
    """When it got its status: YYYY-MM-DD HH:MM:SS, local"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class BillableBill(TypedDict):
    ids: List[int]
    """1 to 50 billables"""
    invoice_number: str
    """The number of the invoice"""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class BillableCreatedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""
    charge_id: int
    """The charge that the billable is made from."""


class BillableInvoicedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""
    invoice_number: str
    """The number of the invoice."""


class BillableRemovedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""
    charge_id: int
    """The charge that the billable is made from."""


class BillableUpdatedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""


class BillableVoid(TypedDict):
    reason: str
    """The reason. It is stored on the billable and in the event."""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class BillableVoidedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""
    invoice_number: str
    """The number of the invoice."""


class BillablesListResponse(TypedDict):
    data: List[Billable]
    meta: Union[Meta, KeysetMeta]


BillablesSync = TypedDict(
    "BillablesSync",
    {
        "task_ids": "NotRequired[List[int]]",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
        "client_id": "NotRequired[int]",
        "dry_run": "NotRequired[bool]",
    },
)


class BillablesVoidResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    data: Billable


class BilledStatus(TypedDict):
    status: Union[Literal["pending", "invoiced", "void"], str]
    billable_id: int
    invoice_number: NotRequired[str]
    at: str
    """When it got this status: YYYY-MM-DD HH:MM:SS, local"""


class Business(TypedDict):
    """A business location of the organisation. Every client belongs to one."""

    id: int
    name: str
    address: Optional[str]
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class BusinessCreate(TypedDict):
    name: str
    address: NotRequired[Optional[str]]


class BusinessPatch(TypedDict):
    name: NotRequired[str]
    address: NotRequired[Optional[str]]


class BusinessesCreateResponse(TypedDict):
    data: Business


class BusinessesDeleteResponse(TypedDict):
    deleted: int
    """Id of the deleted business location."""


class BusinessesListResponse(TypedDict):
    data: List[Business]
    meta: Union[Meta, KeysetMeta]


class BusinessesUpdateResponse(TypedDict):
    data: Business


class Calendar(TypedDict):
    """The calendar of a person’s roster."""

    url: str
    """Address of the iCalendar file. Everyone who has it can read the calendar."""
    detail: Union[Literal["busy", "shift", "full"], str]
    """`busy` has times only, `shift` title, status and suburb, `full` also address and first names of clients. Programs on private phones and servers of others store it."""
    days_back: int
    """Days before today whose shifts it has."""
    days_ahead: int
    """Days after today whose shifts it has."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class CalendarSet(TypedDict):
    detail: NotRequired[Literal["busy", "shift", "full"]]
    """`busy` has times only, `shift` title, status and suburb, `full` also address and first names of clients. Programs on private phones and servers of others store it. If not sent: `shift`."""
    days_back: NotRequired[int]
    """Days before today whose shifts it has. If not sent: `14`."""
    days_ahead: NotRequired[int]
    """Days after today whose shifts it has. If not sent: `90`."""


class Client(TypedDict):
    """A person who receives care or support."""

    id: int
    first_name: str
    last_name: str
    client_type: Union[Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"], str]
    business_id: int
    """Id of a business location. GET /clients/options lists them."""
    language: str
    address: Optional[str]
    primary_contact_email: Optional[str]
    primary_contact_number: Optional[str]
    status: Union[Literal["Active", "Archived"], str]
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class ClientBulkCreate(TypedDict):
    clients: List[Any]
    on_error: NotRequired[Literal["skip", "abort"]]
    """skip: create the valid rows. abort: create none if any row is invalid. If not sent: `skip`."""
    dry_run: NotRequired[bool]
    """true validates everything and creates nothing. If not sent: `false`."""


class ClientBulkResponse(TypedDict):
    """The result of each row."""

    batch: NotRequired[str]
    """For GET /imports/{batch}. Omitted in a dry run."""
    dry_run: NotRequired[bool]
    succeeded: int
    failed: int
    results: List[ClientBulkResponseResultsItem]


class ClientBulkResponseResultsItem(TypedDict):
    index: int
    """Index of the row in clients, from 0."""
    ok: bool
    id: NotRequired[int]
    """The created client."""
    message: NotRequired[str]
    error: NotRequired[str]
    errors: NotRequired[Dict[str, List[str]]]
    warnings: List[ClientBulkResponseResultsItemWarningsItem]


class ClientBulkResponseResultsItemWarningsItem(TypedDict):
    code: Union[Literal["possible_duplicate"], str]
    client_id: NotRequired[int]
    """The existing client with the same name."""
    index: NotRequired[int]
    """Index of the earlier row of this request with the same name."""


class ClientCreate(TypedDict):
    first_name: str
    last_name: str
    client_type: Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"]
    business_id: int
    """Id of a business location. GET /clients/options lists them."""
    language: NotRequired[str]
    """If not sent: `English`."""
    address: NotRequired[Optional[str]]
    primary_contact_email: NotRequired[Optional[str]]
    primary_contact_number: NotRequired[Optional[str]]
    status: NotRequired[Literal["Active", "Archived"]]
    """If not sent: `Active`."""


class ClientPatch(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    client_type: NotRequired[Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"]]
    business_id: NotRequired[int]
    """Id of a business location. GET /clients/options lists them."""
    language: NotRequired[str]
    address: NotRequired[Optional[str]]
    primary_contact_email: NotRequired[Optional[str]]
    primary_contact_number: NotRequired[Optional[str]]
    status: NotRequired[Literal["Active", "Archived"]]


class ClientsAddNoteResponse(TypedDict):
    data: Note


class ClientsArchiveResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    data: Client


class ClientsCreateResponse(TypedDict):
    data: Client


class ClientsGetOptionsResponse(TypedDict):
    data: ClientsGetOptionsResponseData


class ClientsGetOptionsResponseData(TypedDict):
    client_types: List[str]
    """Values of client_type."""
    statuses: List[str]
    """Values of status."""
    businesses: List[ClientsGetOptionsResponseDataBusinessesItem]
    """Values of business_id."""
    languages: List[str]
    """Suggestions for language."""


class ClientsGetOptionsResponseDataBusinessesItem(TypedDict):
    id: int
    name: str


class ClientsGetResponse(TypedDict):
    data: Client


class ClientsListAccessResponse(TypedDict):
    data: List[AccessLogEntry]
    meta: ClientsListAccessResponseMeta


class ClientsListAccessResponseMeta(TypedDict):
    next_cursor: Optional[str]
    """Send it as `cursor` for the next page. Null on the last."""


class ClientsListNotesResponse(TypedDict):
    client: ClientsListNotesResponseClient
    total: int
    """Number of matching notes on all pages"""
    next_cursor: NotRequired[str]
    """Cursor of the next page. Omitted on the last page."""
    notes: List[Note]
    filter_options: NotRequired[ClientsListNotesResponseFilterOptions]
    """Values for filters, at most 200 for each field. On the first page only."""


class ClientsListNotesResponseClient(TypedDict):
    id: int
    name: str


class ClientsListNotesResponseFilterOptions(TypedDict):
    """Values for filters, at most 200 for each field. On the first page only."""

    author: List[str]
    """Names of the authors of this client’s notes"""
    source: List[str]
    """Sources of notes"""
    note_type: List[str]
    """Types of this client’s notes"""
    shift_cautions: List[str]
    """Codes and texts of shift cautions"""
    employee: List[str]
    """Names of employees"""
    has_attachments: List[bool]
    has_template: List[bool]
    operators: Dict[str, List[str]]
    """The operators of each field"""


class ClientsListResponse(TypedDict):
    data: List[Client]
    meta: Union[Meta, KeysetMeta]


class ClientsUpdateResponse(TypedDict):
    data: Client


class Dashboard(TypedDict):
    id: int
    name: str
    description: Optional[str]
    space: Optional[Person]
    """The space of the dashboard."""
    subfolder_id: Optional[str]
    """The subfolder within the space."""
    protected: bool
    """Whether it is protected from edits and deletion."""
    settings: DashboardSettings
    cards: List[DashboardCard]
    """Cards from top to bottom and from left to right."""
    link: str
    """Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class DashboardAddInsight(TypedDict):
    """Adds a card with an insight."""

    op: Literal["add_insight"]
    """Adds a card with an insight."""
    insight_id: int
    """An insight of the organisation."""
    position: NotRequired[DashboardCardPlace]
    show_title: NotRequired[bool]
    """Whether the title is shown. A new card defaults to true."""
    show_description: NotRequired[bool]
    """Whether the description is shown. A new card defaults to false."""
    key: NotRequired[str]
    """A name for the new card that later operations of the request can use as `card_id`."""


class DashboardAddText(TypedDict):
    """Adds a card with a text."""

    op: Literal["add_text"]
    """Adds a card with a text."""
    text: str
    """The text of the card. A blank line starts a new paragraph."""
    position: NotRequired[DashboardCardPlace]
    key: NotRequired[str]
    """A name for the new card that later operations of the request can use as `card_id`."""


class DashboardAutoLayout(TypedDict):
    """Arranges the cards once: in reading order, each takes the first free position. Locked cards stay."""

    op: Literal["auto_layout"]
    """Arranges the cards once: in reading order, each takes the first free position. Locked cards stay."""


class DashboardCard(TypedDict):
    id: int
    type: Union[Literal["insight", "text"], str]
    insight_id: NotRequired[int]
    """The insight of the card."""
    insight: NotRequired[DashboardCardInsight]
    text: NotRequired[str]
    """The text of a text card. A blank line starts a new paragraph."""
    position: DashboardPosition
    min_size: DashboardCardMinSize
    """The minimum size of the card’s content. A new position must not be smaller."""
    show_title: bool
    show_description: bool
    locked: bool
    """Whether the card keeps its position."""


class DashboardCardInsight(TypedDict):
    name: str
    visualization: Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]


class DashboardCardMinSize(TypedDict):
    """The minimum size of the card’s content. A new position must not be smaller."""

    w: int
    h: int


class DashboardCardMove(TypedDict):
    """The new position of a card, which must not overlap another. Absent fields stay unchanged."""

    x: NotRequired[int]
    """First column, from 0. x + w is at most 24."""
    y: NotRequired[int]
    """First row, from 0. y + h is at most 10000."""
    w: NotRequired[int]
    """Width in columns, at least that of min_size."""
    h: NotRequired[int]
    """Height in rows, at least that of min_size and at most 100."""


class DashboardCardPlace(TypedDict):
    """The position of a new card, which must not overlap another. Without w and h it has the default size. Without x and y, which come together, it takes the first free position of its size."""

    x: NotRequired[int]
    """First column, from 0. x + w is at most 24."""
    y: NotRequired[int]
    """First row, from 0. y + h is at most 10000."""
    w: NotRequired[int]
    """Width in columns, at least that of min_size."""
    h: NotRequired[int]
    """Height in rows, at least that of min_size and at most 100."""


class DashboardCreate(TypedDict):
    name: str
    description: NotRequired[Optional[str]]
    settings: NotRequired[DashboardSettingsChange]
    space_id: NotRequired[Optional[int]]
    """The space of the dashboard. null removes it from its space."""
    subfolder_id: NotRequired[Optional[str]]
    """A subfolder of the space."""
    operations: NotRequired[List[DashboardOperation]]
    """Operations on cards, applied in order: all of them or none. A dashboard has at most 60 cards."""


DashboardOperation = Union["DashboardAddInsight", "DashboardAddText", "DashboardUpdateCard", "DashboardRemoveCard", "DashboardAutoLayout"]


class DashboardPatch(TypedDict):
    """Fields to change. Absent fields stay unchanged. A new space_id without subfolder_id resets the subfolder."""

    name: NotRequired[str]
    description: NotRequired[Optional[str]]
    settings: NotRequired[DashboardSettingsChange]
    space_id: NotRequired[Optional[int]]
    """The space of the dashboard. null removes it from its space."""
    subfolder_id: NotRequired[Optional[str]]
    """A subfolder of the space."""
    operations: NotRequired[List[DashboardOperation]]
    """Operations on cards, applied in order: all of them or none. A dashboard has at most 60 cards."""


class DashboardPosition(TypedDict):
    """A position on the grid of 24 columns."""

    x: int
    """First column, from 0."""
    y: int
    """First row, from 0."""
    w: int
    """Width in columns."""
    h: int
    """Height in rows."""


class DashboardRemoveCard(TypedDict):
    """Removes a card."""

    op: Literal["remove_card"]
    """Removes a card."""
    card_id: Union[int, str]
    """The id of a card of the dashboard, or the `key` of a card that an earlier operation adds."""


class DashboardSettings(TypedDict):
    """Settings of a dashboard. Its `date_range` replaces that of every insight on it."""

    auto_layout: bool
    """Whether removing a card closes the gaps."""
    date_range: NotRequired[Union[DashboardSettingsDateRange1, DashboardSettingsDateRange2, DashboardSettingsDateRange3]]
    """The days to count, by a preset, by first and last day, or by the last units. Defaults to all time."""


class DashboardSettingsChange(TypedDict):
    """Settings to change. Absent fields stay unchanged."""

    auto_layout: NotRequired[bool]
    """Whether removing a card closes the gaps. Turning it on arranges the cards; moving a card turns it off."""
    date_range: NotRequired[Optional[Union[DashboardSettingsChangeDateRange1, DashboardSettingsChangeDateRange2, DashboardSettingsChangeDateRange3]]]
    """The date range of every insight on the dashboard, in place of its own. null removes it."""


class DashboardSettingsChangeDateRange1(TypedDict):
    """A named range. Weeks begin on Monday, financial years in July."""

    preset: Literal["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "last_30_days", "last_90_days", "this_quarter", "last_quarter", "this_financial_year", "last_financial_year", "all_time"]


DashboardSettingsChangeDateRange2 = TypedDict(
    "DashboardSettingsChangeDateRange2",
    {
        "from": "str",
        "to": "str",
    },
)


class DashboardSettingsChangeDateRange3(TypedDict):
    """The last units up to and including today."""

    last: int
    """The number of units."""
    unit: Literal["day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"]
    """The unit, singular or plural: `day`, `days`."""


class DashboardSettingsDateRange1(TypedDict):
    """A named range. Weeks begin on Monday, financial years in July."""

    preset: Union[Literal["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "last_30_days", "last_90_days", "this_quarter", "last_quarter", "this_financial_year", "last_financial_year", "all_time"], str]


DashboardSettingsDateRange2 = TypedDict(
    "DashboardSettingsDateRange2",
    {
        "from": "str",
        "to": "str",
    },
)


class DashboardSettingsDateRange3(TypedDict):
    """The last units up to and including today."""

    last: int
    """The number of units."""
    unit: Union[Literal["day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"], str]
    """The unit, singular or plural: `day`, `days`."""


class DashboardUpdateCard(TypedDict):
    """Updates a card."""

    op: Literal["update_card"]
    """Updates a card."""
    card_id: Union[int, str]
    """The id of a card of the dashboard, or the `key` of a card that an earlier operation adds."""
    show_title: NotRequired[bool]
    """Whether the title is shown. A new card defaults to true."""
    show_description: NotRequired[bool]
    """Whether the description is shown. A new card defaults to false."""
    locked: NotRequired[bool]
    """Whether the card keeps its position."""
    text: NotRequired[str]
    """The text of the card. A blank line starts a new paragraph."""
    position: NotRequired[DashboardCardMove]


class DashboardUpdatedWebhookDetail(TypedDict):
    insight_id: int
    """The deleted insight."""


class DashboardsCreateResponse(TypedDict):
    created: int
    """Id of the created dashboard."""
    id: int
    name: str
    description: Optional[str]
    space: Optional[Person]
    """The space of the dashboard."""
    subfolder_id: Optional[str]
    """The subfolder within the space."""
    protected: bool
    """Whether it is protected from edits and deletion."""
    settings: DashboardSettings
    cards: List[DashboardCard]
    """Cards from top to bottom and from left to right."""
    link: str
    """Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class DashboardsDeleteResponse(TypedDict):
    deleted: int
    """Id of the deleted dashboard."""


class DashboardsGetResponse(TypedDict):
    data: Dashboard


class DashboardsListResponse(TypedDict):
    data: List[Dashboard]
    meta: Meta


class DashboardsUpdateResponse(TypedDict):
    updated: int
    """Id of the updated dashboard."""
    id: int
    name: str
    description: Optional[str]
    space: Optional[Person]
    """The space of the dashboard."""
    subfolder_id: Optional[str]
    """The subfolder within the space."""
    protected: bool
    """Whether it is protected from edits and deletion."""
    settings: DashboardSettings
    cards: List[DashboardCard]
    """Cards from top to bottom and from left to right."""
    link: str
    """Web page of the dashboard. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class Event(TypedDict):
    """What happened to a record."""

    id: int
    """Its number: 1, 2, 3 … without a gap in each organisation."""
    type: EventTypeName
    at: str
    """The time of the change."""
    subject: EventSubject
    fields: List[str]
    """Names of the fields that changed, or that were sent to create it."""
    detail: Optional[Dict[str, Any]]
    """Further facts. GET /events/types has the schema for each type."""
    connection: Optional[str]
    """The connection that made the change. Null for series, imports and public forms."""


class EventSubject(TypedDict):
    """The record that changed."""

    type: Union[Literal["client", "business", "note", "note_template", "staff", "site", "shift", "task", "task_charge", "price_code", "billable", "prospect", "prospect_options", "form", "form_submission", "space", "insight", "dashboard", "organisation", "webhook"], str]
    """The kind of record. The type of an event begins with it."""
    id: Optional[int]
    """The record’s id. Null for records of which there is one."""
    ref: Optional[str]
    """The ref of a shift or note, null for other records."""
    path: Optional[str]
    """The path of GET for the record. Null if it is gone, or if no request returns it alone."""


class EventType(TypedDict):
    """A type of event."""

    type: EventTypeName
    description: str
    """When it occurs."""
    area: Union[Literal["clients", "staff", "roster", "sites", "tasks", "finance", "forms", "reports", "prospects", None], str]
    """The area that a token must read. Null: it needs none."""
    allowed: bool
    """Whether this token sees such events."""
    subject: Union[Literal["client", "business", "note", "note_template", "staff", "site", "shift", "task", "task_charge", "price_code", "billable", "prospect", "prospect_options", "form", "form_submission", "space", "insight", "dashboard", "organisation", "webhook"], str]
    """The kind of record."""
    detail: Dict[str, Any]
    """JSON Schema of `detail` in the feed."""
    example: Event


EventTypeName = Union[Literal["client.created", "client.updated", "client.archived", "client.restored", "business.created", "business.updated", "business.deleted", "note.created", "note.updated", "note_template.created", "note_template.updated", "note_template.deleted", "staff.created", "staff.updated", "staff.status_changed", "staff.calendar_created", "staff.calendar_changed", "staff.calendar_deleted", "site.created", "site.updated", "shift.created", "shift.updated", "shift.published", "shift.unpublished", "shift.clocked_in", "shift.clocked_out", "shift.attendance_corrected", "shift.cancelled", "shift.restored", "shift.deleted", "shift.removed", "shift.note_added", "task.created", "task.updated", "task.completed", "task.reopened", "task.deleted", "task.note_added", "task.document_added", "task_charge.created", "task_charge.updated", "task_charge.deleted", "task_charge.made_primary", "price_code.created", "price_code.updated", "billable.created", "billable.updated", "billable.removed", "billable.invoiced", "billable.voided", "prospect.created", "prospect.updated", "prospect.stage_changed", "prospect.note_added", "prospect.converted", "prospect_options.updated", "form.created", "form.updated", "form.published", "form.unpublished", "form_submission.created", "form_submission.updated", "form_submission.status_changed", "space.created", "space.updated", "space.deleted", "insight.created", "insight.updated", "insight.deleted", "dashboard.created", "dashboard.updated", "dashboard.deleted", "organisation.updated", "organisation.imported", "webhook.disabled"], str]


class EventsGetResponse(TypedDict):
    data: Event


class EventsListResponse(TypedDict):
    data: List[Event]
    meta: FeedMeta


class EventsListTypesResponse(TypedDict):
    data: List[EventType]


class ExternalId(TypedDict):
    """The id of a record in another system."""

    system: str
    """Short name of the other system."""
    type: Union[Literal["client", "staff", "site", "shift", "task", "prospect"], str]
    """Type of the record."""
    external_id: str
    """Id of the record in the other system."""
    id: Union[int, str]
    """Id of the record, such as 106; for a shift its ref, such as a:801."""
    created_at: str
    """When the external id was first set. ISO 8601 with microseconds and a trailing Z."""
    updated_at: str
    """When it was set to this record. ISO 8601 with microseconds and a trailing Z."""


class ExternalIdPut(TypedDict):
    id: Union[int, str]
    """Id of the record, such as 106; for a shift its ref, such as a:801."""


class ExternalIdsDeleteResponse(TypedDict):
    deleted: str
    """The removed external id."""


class ExternalIdsGetResponse(TypedDict):
    data: ExternalId


class ExternalIdsListResponse(TypedDict):
    data: List[ExternalId]


class ExternalIdsSetResponse200(TypedDict):
    data: ExternalId


class ExternalIdsSetResponse201(TypedDict):
    data: ExternalId


class FeedMeta(TypedDict):
    """Position in the feed."""

    feed: str
    """Name of the feed. It changes when the operator restarts the feed, after a backup was restored. Send it as `feed`."""
    next: int
    """Send it as `after` to go on, also if `data` is empty."""
    latest: int
    """Number of the last event; 0 before the first."""
    oldest: int
    """Number of the oldest event that is still stored."""


class Form(TypedDict):
    id: int
    name: str
    description: str
    tags: List[FormTag]
    published: Union[Literal["off", "on"], str]
    """Whether people can open the form"""
    url: Optional[str]
    """URL of the form’s page, also while the form is off. Null until it is first published."""
    address: Optional[str]
    """End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made."""
    version: Optional[int]
    """Latest published version. Null until the form is first published."""
    published_at: Optional[str]
    """Time of the latest version; ISO 8601 with microseconds and a trailing Z"""
    settings: FormSettings
    steps: List[FormStep]
    incident: Optional[FormIncident]
    prospect: Optional[FormProspect]
    client_prefill: Optional[FormClientPrefill]
    issues: List[FormIssue]
    """What must be fixed before the form can be published"""
    submission_count: int
    """Number of submissions of all versions"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class FormAddField(TypedDict):
    """Adds a field to a step."""

    op: Literal["add_field"]
    """Adds a field to a step."""
    step: str
    """Key of the step"""
    field: FormFieldCreate
    position: NotRequired[int]
    """Position, from 0. The end by default."""


class FormAddStep(TypedDict):
    """Adds a step."""

    op: Literal["add_step"]
    """Adds a step."""
    title: str
    key: NotRequired[str]
    """Made from the title if omitted. `submit` is reserved for the end."""
    fields: NotRequired[List[FormFieldCreate]]
    """In order. A form has at most 200 fields in total."""
    position: NotRequired[int]
    """Position, from 0. The end by default."""


class FormAnswer(TypedDict):
    key: str
    """Key of the field"""
    label: str
    """Label of the field when the form was answered"""
    type: Union[Literal["text", "textarea", "number", "email", "phone", "date", "time", "datetime", "select", "radio", "multiselect", "checklist", "yes_no", "rating", "signature", "address", "client", "staff", "heading", "paragraph"], str]
    value: Any
    """Text, number, boolean or list of choices, depending on the type. For a client or staff member `{id, name}`, or `{name}` if no record of the organisation matches. A token that may not read clients or staff gets `{name}` as submitted, or null for a person named by id."""
    step: NotRequired[str]
    """Key of the step. Imported answers may have none."""


class FormClientPrefill(TypedDict):
    """Prefills fields from the record of the client that another field names"""

    enabled: bool
    """Whether it is on"""
    client_field: NotRequired[str]
    """Key of the field of type client"""
    map: Dict[str, Union[Literal["first_name", "last_name", "name", "client_type", "language", "address", "primary_contact_email", "primary_contact_number"], str]]
    """Fields of a client, by the keys of the form’s fields that they prefill"""


class FormCreate(TypedDict):
    name: str
    description: NotRequired[str]
    tags: NotRequired[List[Union[str, FormCreateTagsItem]]]
    """Names, or objects with name and color"""
    steps: NotRequired[List[FormStepCreate]]
    """In order. One empty step if omitted."""
    settings: NotRequired[FormSettingsChange]
    incident: NotRequired[Optional[FormCreateIncident]]
    """Makes submissions incidents. Null removes it."""
    prospect: NotRequired[Optional[FormCreateProspect]]
    """Creates a prospect from each submission. Null removes it."""
    client_prefill: NotRequired[Optional[FormCreateClientPrefill]]
    """Prefills fields from the record of the client that another field names. Null removes it."""


class FormCreateClientPrefill(TypedDict):
    """Prefills fields from the record of the client that another field names. Null removes it."""

    enabled: NotRequired[bool]
    """Whether it is on. If not sent: `true`."""
    client_field: NotRequired[str]
    """Key of the field of type client"""
    map: NotRequired[Dict[str, Literal["first_name", "last_name", "name", "client_type", "language", "address", "primary_contact_email", "primary_contact_number"]]]
    """Fields of a client, by the keys of the form’s fields that they prefill"""


class FormCreateIncident(TypedDict):
    """Makes submissions incidents. Null removes it."""

    enabled: NotRequired[bool]
    """Whether it is on. If not sent: `true`."""
    severity_field: NotRequired[str]
    """Key of the field for the severity: `incident.severity` of submissions"""
    client_field: NotRequired[str]
    """Key of the field of type client for the affected client: `client` of submissions"""
    occurred_field: NotRequired[str]
    """Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions"""


class FormCreateProspect(TypedDict):
    """Creates a prospect from each submission. Null removes it."""

    enabled: NotRequired[bool]
    """Whether it is on. If not sent: `true`."""
    stage: NotRequired[str]
    """Stage of the prospects. New by default."""
    source: NotRequired[str]
    """Source of the prospects"""
    map: NotRequired[Dict[str, str]]
    """Fields of a prospect, by the keys of the form’s fields that set them"""


class FormCreateTagsItem(TypedDict):
    name: str
    color: NotRequired[str]


class FormEdit(TypedDict):
    operations: List[FormOperation]
    """Applied in order, all of them or none"""
    dry_run: NotRequired[bool]
    """Check everything and write nothing. If not sent: `false`."""


class FormField(TypedDict):
    type: Union[Literal["text", "textarea", "number", "email", "phone", "date", "time", "datetime", "select", "radio", "multiselect", "checklist", "yes_no", "rating", "signature", "address", "client", "staff", "heading", "paragraph"], str]
    """heading and paragraph only display text; the other types take an answer"""
    label: str
    key: str
    """Key of the field in conditions and answers"""
    required: bool
    help: NotRequired[str]
    """Help text, shown beside the field"""
    placeholder: NotRequired[str]
    """Shown while the field is empty"""
    default: NotRequired[Any]
    """Initial answer: a value of the field’s type"""
    options: NotRequired[List[str]]
    """The choices. Only for select, radio, multiselect and checklist."""
    low_label: NotRequired[str]
    """Word at the first star of a rating, such as Never. Lowest by default."""
    high_label: NotRequired[str]
    """Word at the last star of a rating, such as Always. Highest by default."""
    validation: NotRequired[FormValidation]
    visible_when: NotRequired[FormWhen]
    """The field is hidden unless this is met"""


class FormFieldChange(TypedDict):
    """Omitted properties stay. Null clears an optional property."""

    type: NotRequired[Literal["text", "textarea", "number", "email", "phone", "date", "time", "datetime", "select", "radio", "multiselect", "checklist", "yes_no", "rating", "signature", "address", "client", "staff", "heading", "paragraph"]]
    """heading and paragraph only display text; the other types take an answer"""
    label: NotRequired[str]
    key: NotRequired[str]
    """New key. Conditions and mappings that name the field follow."""
    required: NotRequired[bool]
    help: NotRequired[Optional[str]]
    """Help text, shown beside the field"""
    placeholder: NotRequired[Optional[str]]
    """Shown while the field is empty"""
    default: NotRequired[Any]
    """Initial answer: a value of the field’s type"""
    options: NotRequired[Optional[List[str]]]
    """The choices. Only for select, radio, multiselect and checklist."""
    low_label: NotRequired[Optional[str]]
    """Word at the first star of a rating, such as Never. Lowest by default."""
    high_label: NotRequired[Optional[str]]
    """Word at the last star of a rating, such as Always. Highest by default."""
    validation: NotRequired[Optional[FormFieldChangeValidation]]
    """Limits of answers. Each type of field supports some of them: see the table of POST /forms."""
    visible_when: NotRequired[Optional[FormFieldChangeVisibleWhen]]
    """Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case."""


class FormFieldChangeValidation(TypedDict):
    """Limits of answers. Each type of field supports some of them: see the table of POST /forms."""

    min: NotRequired[Union[float, str]]
    """The smallest number, the earliest date or time, or the minimum number of choices"""
    max: NotRequired[Union[float, str]]
    """The largest number, the latest date or time, the maximum number of choices, or the stars of a rating (2 to 10)"""
    min_length: NotRequired[int]
    """Minimum length of a text in characters"""
    max_length: NotRequired[int]
    """Maximum length of a text in characters"""
    pattern: NotRequired[str]
    """Pattern that the whole text must match, such as `[A-Z]{2}\\d{4}`. `^` and `$` around it are accepted."""


class FormFieldChangeVisibleWhen(TypedDict):
    """Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case."""

    combinator: NotRequired[Literal["and", "or"]]
    """`and`: all conditions must be met; `or`: one is enough. If not sent: `and`."""
    conditions: List[FormFieldChangeVisibleWhenConditionsItem]


class FormFieldChangeVisibleWhenConditionsItem(TypedDict):
    field: str
    """Key of a field that comes before"""
    operator: Literal["contains", "does_not_contain", "starts_with", "ends_with", "is", "is_not", "on_or_after", "on_or_before", "empty", "not_empty", "greater_than", "less_than", "includes_any", "includes_all"]
    """Each type of field supports some of them: see the table of POST /forms"""
    value: NotRequired[Union[str, float, bool, List[str]]]
    """A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case."""


class FormFieldCreate(TypedDict):
    """A field of a form"""

    type: Literal["text", "textarea", "number", "email", "phone", "date", "time", "datetime", "select", "radio", "multiselect", "checklist", "yes_no", "rating", "signature", "address", "client", "staff", "heading", "paragraph"]
    """heading and paragraph only display text; the other types take an answer"""
    label: str
    key: NotRequired[str]
    """Made from the label if omitted"""
    required: NotRequired[bool]
    """If not sent: `false`."""
    help: NotRequired[str]
    """Help text, shown beside the field"""
    placeholder: NotRequired[str]
    """Shown while the field is empty"""
    default: NotRequired[Any]
    """Initial answer: a value of the field’s type"""
    options: NotRequired[List[str]]
    """The choices. Only for select, radio, multiselect and checklist."""
    low_label: NotRequired[str]
    """Word at the first star of a rating, such as Never. Lowest by default."""
    high_label: NotRequired[str]
    """Word at the last star of a rating, such as Always. Highest by default."""
    validation: NotRequired[FormValidation]
    visible_when: NotRequired[FormWhenInput]
    """The field is hidden unless this is met"""


class FormIncident(TypedDict):
    """Makes submissions incidents"""

    enabled: bool
    """Whether it is on"""
    severity_field: NotRequired[str]
    """Key of the field for the severity: `incident.severity` of submissions"""
    client_field: NotRequired[str]
    """Key of the field of type client for the affected client: `client` of submissions"""
    occurred_field: NotRequired[str]
    """Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions"""


class FormIncidentFacts(TypedDict):
    """The facts of an incident, from the answers"""

    severity: NotRequired[str]
    """Severity: the answer to `severity_field`"""
    occurred_at: NotRequired[str]
    """Time of the incident: the answer to `occurred_field`"""
    client: NotRequired[FormIncidentFactsClient]
    """Affected client: the answer to `client_field`. Without an id if no client matches the name."""


class FormIncidentFactsClient(TypedDict):
    """Affected client: the answer to `client_field`. Without an id if no client matches the name."""

    id: NotRequired[int]
    name: str


class FormIssue(TypedDict):
    """A problem to fix before the form can be published"""

    code: Union[Literal["dangling_reference", "duplicate_key", "unreachable_step", "missing_options", "missing_mapping", "empty_form"], str]
    path: str
    """Path in the form, such as steps.1.fields.0.options"""
    message: str
    severity: Union[Literal["error"], str]


class FormLinkCreate(TypedDict):
    client_id: int
    """Id of the client whose record prefills the form"""
    expires_in_days: NotRequired[int]
    """Days until the link expires. If not sent: `14`."""


class FormMoveField(TypedDict):
    """Moves a field to another position."""

    op: Literal["move_field"]
    """Moves a field to another position."""
    field: str
    """Key of the field. If two fields have it, the first one."""
    step: NotRequired[str]
    """Key of the step to move the field to. Its own step by default."""
    position: int
    """Position, from 0"""


class FormMoveStep(TypedDict):
    """Moves a step to another position."""

    op: Literal["move_step"]
    """Moves a step to another position."""
    step: str
    """Key of the step"""
    position: int
    """Position, from 0"""


class FormNote(TypedDict):
    """An adjustment made to the body"""

    code: Union[Literal["key_renamed", "duplicate_option", "duplicate_tag", "required_ignored"], str]
    path: str
    """Path in the body"""
    message: str


FormOperation = Union["FormRename", "FormSetDescription", "FormSetTags", "FormSetAddress", "FormUpdateSettings", "FormSetIncident", "FormSetProspect", "FormSetClientPrefill", "FormAddStep", "FormUpdateStep", "FormMoveStep", "FormRemoveStep", "FormAddField", "FormUpdateField", "FormMoveField", "FormRemoveField"]


class FormProspect(TypedDict):
    """Creates a prospect from each submission"""

    enabled: bool
    """Whether it is on"""
    stage: NotRequired[str]
    """Stage of the prospects. New by default."""
    source: NotRequired[str]
    """Source of the prospects"""
    map: Dict[str, str]
    """Fields of a prospect, by the keys of the form’s fields that set them"""


class FormPublishedWebhookDetail(TypedDict):
    version: int
    """The published version."""


class FormRemoveField(TypedDict):
    """Removes a field."""

    op: Literal["remove_field"]
    """Removes a field."""
    field: str
    """Key of the field. If two fields have it, the first one."""


class FormRemoveStep(TypedDict):
    """Removes a step and its fields."""

    op: Literal["remove_step"]
    """Removes a step and its fields."""
    step: str
    """Key of the step"""


class FormRename(TypedDict):
    """Renames the form."""

    op: Literal["rename"]
    """Renames the form."""
    name: str


class FormRule(TypedDict):
    when: FormWhen
    go_to: str
    """Key of a later step, or `submit` for the end"""


class FormRuleInput(TypedDict):
    when: FormWhenInput
    go_to: str
    """Key of a later step, or `submit` for the end"""


class FormSetAddress(TypedDict):
    """Changes the end of the page’s URL at once, without publishing. Earlier addresses go on working."""

    op: Literal["set_address"]
    """Changes the end of the page’s URL at once, without publishing. Earlier addresses go on working."""
    address: Optional[str]
    """End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made."""


class FormSetClientPrefill(TypedDict):
    """Replaces `client_prefill`."""

    op: Literal["set_client_prefill"]
    """Replaces `client_prefill`."""
    client_prefill: Optional[FormSetClientPrefillClientPrefill]
    """Prefills fields from the record of the client that another field names. Null removes it."""


class FormSetClientPrefillClientPrefill(TypedDict):
    """Prefills fields from the record of the client that another field names. Null removes it."""

    enabled: NotRequired[bool]
    """Whether it is on. If not sent: `true`."""
    client_field: NotRequired[str]
    """Key of the field of type client"""
    map: NotRequired[Dict[str, Literal["first_name", "last_name", "name", "client_type", "language", "address", "primary_contact_email", "primary_contact_number"]]]
    """Fields of a client, by the keys of the form’s fields that they prefill"""


class FormSetDescription(TypedDict):
    """Replaces the description."""

    op: Literal["set_description"]
    """Replaces the description."""
    description: str


class FormSetIncident(TypedDict):
    """Replaces `incident`."""

    op: Literal["set_incident"]
    """Replaces `incident`."""
    incident: Optional[FormSetIncidentIncident]
    """Makes submissions incidents. Null removes it."""


class FormSetIncidentIncident(TypedDict):
    """Makes submissions incidents. Null removes it."""

    enabled: NotRequired[bool]
    """Whether it is on. If not sent: `true`."""
    severity_field: NotRequired[str]
    """Key of the field for the severity: `incident.severity` of submissions"""
    client_field: NotRequired[str]
    """Key of the field of type client for the affected client: `client` of submissions"""
    occurred_field: NotRequired[str]
    """Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions"""


class FormSetProspect(TypedDict):
    """Replaces `prospect`."""

    op: Literal["set_prospect"]
    """Replaces `prospect`."""
    prospect: Optional[FormSetProspectProspect]
    """Creates a prospect from each submission. Null removes it."""


class FormSetProspectProspect(TypedDict):
    """Creates a prospect from each submission. Null removes it."""

    enabled: NotRequired[bool]
    """Whether it is on. If not sent: `true`."""
    stage: NotRequired[str]
    """Stage of the prospects. New by default."""
    source: NotRequired[str]
    """Source of the prospects"""
    map: NotRequired[Dict[str, str]]
    """Fields of a prospect, by the keys of the form’s fields that set them"""


class FormSetTags(TypedDict):
    """Replaces all tags."""

    op: Literal["set_tags"]
    """Replaces all tags."""
    tags: List[Union[str, FormSetTagsTagsItem]]
    """Names, or objects with name and color"""


class FormSetTagsTagsItem(TypedDict):
    name: str
    color: NotRequired[str]


class FormSettings(TypedDict):
    allow_step_navigation: bool
    """Whether people may go to any step of their path whose earlier steps are all valid"""
    show_step_numbers: bool
    submit_button_text: str
    success_message: NotRequired[str]
    """Shown after the form is submitted"""
    redirect_url: NotRequired[str]
    """Where people are sent after the form is submitted: at once, or by a button if there is a success_message"""
    assignee_id: NotRequired[int]
    """Id of the staff member that submissions are assigned to. The organisation’s owner by default."""
    submitter_field: NotRequired[str]
    """Key of the field whose answer becomes `submitter` of submissions: one of type text, select, radio, client, staff"""
    closes_at: NotRequired[str]
    """Local time at which the form closes. Such as 2026-11-30 09:15:00."""


class FormSettingsChange(TypedDict):
    """Omitted properties stay. Null clears an optional property."""

    allow_step_navigation: NotRequired[bool]
    """Whether people may go to any step of their path whose earlier steps are all valid"""
    show_step_numbers: NotRequired[bool]
    submit_button_text: NotRequired[str]
    success_message: NotRequired[Optional[str]]
    """Shown after the form is submitted"""
    redirect_url: NotRequired[Optional[str]]
    """Where people are sent after the form is submitted: at once, or by a button if there is a success_message"""
    assignee_id: NotRequired[Optional[int]]
    """Id of the staff member that submissions are assigned to. The organisation’s owner by default."""
    submitter_field: NotRequired[Optional[str]]
    """Key of the field whose answer becomes `submitter` of submissions: one of type text, select, radio, client, staff"""
    closes_at: NotRequired[Optional[str]]
    """Local time at which the form closes. Such as 2026-11-30 09:15:00."""


class FormStep(TypedDict):
    key: str
    """Key of the step in rules"""
    title: str
    fields: List[FormField]
    routing: List[FormRule]
    """Rules for the next step. The first rule that is met applies."""
    otherwise: NotRequired[str]
    """Key of the later step that follows if no rule is met, or `submit`. The next step by default."""


class FormStepCreate(TypedDict):
    """A step of a form"""

    title: str
    key: NotRequired[str]
    """Made from the title if omitted. `submit` is reserved for the end."""
    fields: NotRequired[List[FormFieldCreate]]
    """In order. A form has at most 200 fields in total."""
    routing: NotRequired[List[FormRuleInput]]
    """Rules for the next step. The first rule that is met applies."""
    otherwise: NotRequired[str]
    """Key of the later step that follows if no rule is met, or `submit`. The next step by default."""


class FormSubmission(TypedDict):
    """A form submission without its answers"""

    id: int
    form_id: int
    """Id of the form"""
    form: str
    """Name of the form"""
    submitter: NotRequired[str]
    """Name of the submitter. Omitted if unknown."""
    email: NotRequired[str]
    """Email address of the submitter. Omitted if unknown."""
    status: Union[Literal["Submitted", "In review", "Approved", "Changes requested", "Closed", "Archived"], str]
    type: Union[Literal["form", "incident", "prospect"], str]
    """`incident` if the form is set up for incidents, `prospect` if it creates prospects"""
    submitted_at: str
    """YYYY-MM-DD HH:MM:SS in the organisation’s time zone. Such as 2026-11-30 09:15:00."""


class FormSubmissionChange(TypedDict):
    """A change of status, or a note"""

    status: Union[Literal["Submitted", "In review", "Approved", "Changes requested", "Closed", "Archived"], str]
    by: NotRequired[str]
    """Name of the connection. Omitted for the form’s page."""
    at: str
    """ISO 8601 with microseconds and a trailing Z"""
    note: NotRequired[str]


class FormSubmissionCreate(TypedDict):
    answers: Dict[str, Any]
    """Answers by the keys of the fields"""
    submitter: NotRequired[str]
    """Name of the submitter. Taken from the answers if omitted."""
    email: NotRequired[str]
    """Email address of the submitter. Taken from the answers if omitted."""
    note_ref: NotRequired[str]
    """Ref of the note that the submission belongs to"""


class FormSubmissionCreatedWebhookDetail(TypedDict):
    form_id: int
    """The form."""
    prospect_id: NotRequired[int]
    """The prospect that it created."""


class FormSubmissionPatch(TypedDict):
    status: NotRequired[Literal["Submitted", "In review", "Approved", "Changes requested", "Closed", "Archived"]]
    note: NotRequired[str]
    """Added to the history, with or without a new status"""


class FormSubmissionRecord(TypedDict):
    """A form submission with its answers and history"""

    id: int
    form_id: int
    """Id of the form"""
    form: str
    """Name of the form"""
    submitter: NotRequired[str]
    """Name of the submitter. Omitted if unknown."""
    email: NotRequired[str]
    """Email address of the submitter. Omitted if unknown."""
    status: Union[Literal["Submitted", "In review", "Approved", "Changes requested", "Closed", "Archived"], str]
    type: Union[Literal["form", "incident", "prospect"], str]
    """`incident` if the form is set up for incidents, `prospect` if it creates prospects"""
    submitted_at: str
    """YYYY-MM-DD HH:MM:SS in the organisation’s time zone. Such as 2026-11-30 09:15:00."""
    form_version: NotRequired[int]
    """Version of the form that was answered"""
    answers: List[FormAnswer]
    """In the order of the form. Unanswered fields are omitted."""
    client: NotRequired[Person]
    """Client that the submission is about. Omitted for a token that may not read clients."""
    incident: NotRequired[FormIncidentFacts]
    assignee: NotRequired[Person]
    history: List[FormSubmissionChange]
    """Changes of status and notes, oldest first"""
    prospect_id: NotRequired[int]
    """Id of the prospect created from the submission"""
    note_ref: NotRequired[str]
    """Ref of the note that the submission belongs to"""
    source: Union[Literal["page", "api", "import"], str]
    """How the submission was created"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


FormSubmissionStatusChangedWebhookDetail = TypedDict(
    "FormSubmissionStatusChangedWebhookDetail",
    {
        "from": "str",
        "to": "str",
    },
)


class FormSubmissionsGetResponse(TypedDict):
    data: FormSubmissionRecord


class FormSubmissionsListResponse(TypedDict):
    data: List[FormSubmission]
    meta: Union[Meta, KeysetMeta]


class FormSubmissionsUpdateResponse(TypedDict):
    updated: int
    """Id of the submission"""
    data: FormSubmissionRecord


class FormTag(TypedDict):
    name: str
    color: NotRequired[str]


class FormUnpublishedWebhookDetail(TypedDict):
    version: int
    """The published version."""


class FormUpdateField(TypedDict):
    """Changes a field."""

    op: Literal["update_field"]
    """Changes a field."""
    field: str
    """Key of the field. If two fields have it, the first one."""
    changes: FormFieldChange


class FormUpdateSettings(TypedDict):
    """Changes settings. Omitted ones stay."""

    op: Literal["update_settings"]
    """Changes settings. Omitted ones stay."""
    settings: FormSettingsChange


class FormUpdateStep(TypedDict):
    """Changes a step. `routing` is replaced as a whole."""

    op: Literal["update_step"]
    """Changes a step. `routing` is replaced as a whole."""
    step: str
    """Key of the step"""
    title: NotRequired[str]
    routing: NotRequired[List[FormRuleInput]]
    """Rules for the next step. The first rule that is met applies."""
    otherwise: NotRequired[Optional[str]]
    """Key of the later step that follows if no rule is met, or `submit`. The next step by default."""


class FormValidation(TypedDict):
    """Limits of answers. Each type of field supports some of them: see the table of POST /forms."""

    min: NotRequired[Union[float, str]]
    """The smallest number, the earliest date or time, or the minimum number of choices"""
    max: NotRequired[Union[float, str]]
    """The largest number, the latest date or time, the maximum number of choices, or the stars of a rating (2 to 10)"""
    min_length: NotRequired[int]
    """Minimum length of a text in characters"""
    max_length: NotRequired[int]
    """Maximum length of a text in characters"""
    pattern: NotRequired[str]
    """Pattern that the whole text must match, such as `[A-Z]{2}\\d{4}`. `^` and `$` around it are accepted."""


class FormWhen(TypedDict):
    """Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case."""

    combinator: NotRequired[Union[Literal["and", "or"], str]]
    """`and`: all conditions must be met; `or`: one is enough. If not sent: `and`."""
    conditions: List[FormWhenConditionsItem]


class FormWhenConditionsItem(TypedDict):
    field: str
    """Key of a field that comes before"""
    operator: Union[Literal["contains", "does_not_contain", "starts_with", "ends_with", "is", "is_not", "on_or_after", "on_or_before", "empty", "not_empty", "greater_than", "less_than", "includes_any", "includes_all"], str]
    """Each type of field supports some of them: see the table of POST /forms"""
    value: NotRequired[Union[str, float, bool, List[str]]]
    """A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case."""


class FormWhenInput(TypedDict):
    """Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case."""

    combinator: NotRequired[Literal["and", "or"]]
    """`and`: all conditions must be met; `or`: one is enough. If not sent: `and`."""
    conditions: List[FormWhenInputConditionsItem]


class FormWhenInputConditionsItem(TypedDict):
    field: str
    """Key of a field that comes before"""
    operator: Literal["contains", "does_not_contain", "starts_with", "ends_with", "is", "is_not", "on_or_after", "on_or_before", "empty", "not_empty", "greater_than", "less_than", "includes_any", "includes_all"]
    """Each type of field supports some of them: see the table of POST /forms"""
    value: NotRequired[Union[str, float, bool, List[str]]]
    """A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case."""


class FormsCreateLinkResponse(TypedDict):
    url: str
    """URL of the page"""
    expires_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class FormsCreateResponse(TypedDict):
    created: int
    """Id of the created form"""
    id: int
    name: str
    description: str
    published: Union[Literal["off", "on"], str]
    """Whether people can open the form"""
    url: Optional[str]
    """URL of the form’s page, also while the form is off. Null until it is first published."""
    settings: FormSettings
    notes: NotRequired[List[FormNote]]
    """Adjustments made to the body"""
    issues: NotRequired[List[FormIssue]]
    """What must be fixed before the form can be published"""


class FormsCreateSubmissionResponse(TypedDict):
    created: int
    """Id of the created submission"""
    data: FormSubmissionRecord
    ignored: NotRequired[List[str]]
    """Keys of dropped answers. Omitted if there are none."""


class FormsEditResponse(TypedDict):
    dry_run: NotRequired[bool]
    """True in a dry run: nothing was written"""
    updated: int
    """Id of the form"""
    id: int
    name: str
    description: str
    tags: List[FormTag]
    published: Union[Literal["off", "on"], str]
    """Whether people can open the form"""
    url: Optional[str]
    """URL of the form’s page, also while the form is off. Null until it is first published."""
    address: Optional[str]
    """End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made."""
    version: Optional[int]
    """Latest published version. Null until the form is first published."""
    published_at: Optional[str]
    """Time of the latest version; ISO 8601 with microseconds and a trailing Z"""
    settings: FormSettings
    steps: List[FormStep]
    incident: Optional[FormIncident]
    prospect: Optional[FormProspect]
    client_prefill: Optional[FormClientPrefill]
    issues: List[FormIssue]
    """What must be fixed before the form can be published"""
    submission_count: int
    """Number of submissions of all versions"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    notes: List[FormNote]
    """Adjustments made to the body"""


class FormsGetResponse(TypedDict):
    data: Form


class FormsListResponse(TypedDict):
    data: List[Form]
    meta: Union[Meta, KeysetMeta]


class FormsPublishBody(TypedDict):
    pass


class FormsPublishResponse(TypedDict):
    published: Union[Literal["off", "on"], str]
    """Whether people can open the form"""
    url: str
    """URL of the form’s page"""
    version: int
    """The published version"""


class FormsUnpublishBody(TypedDict):
    pass


class FormsUnpublishResponse(TypedDict):
    published: Union[Literal["off", "on"], str]
    """Whether people can open the form"""
    url: Optional[str]
    """URL of the form’s page, also while the form is off. Null until it is first published."""
    version: Optional[int]
    """Latest published version. Null until the form is first published."""


class Insight(TypedDict):
    id: int
    name: str
    description: Optional[str]
    mode: Union[Literal["single"], str]
    source: str
    """The source of its records, as in GET /reports/options."""
    visualization: Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]
    spec: InsightSpec
    space: Optional[Person]
    """The space of the insight."""
    subfolder_id: Optional[str]
    """The subfolder within the space."""
    protected: bool
    """Whether it is protected from edits and deletion."""
    link: str
    """Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    results: NotRequired[Optional[InsightResults]]
    results_message: NotRequired[str]
    """The reason why results is null."""


class InsightCreate(TypedDict):
    name: str
    spec: InsightSpecSent
    description: NotRequired[Optional[str]]
    space_id: NotRequired[Optional[int]]
    """The space of the insight. null removes it from its space."""
    subfolder_id: NotRequired[Optional[str]]
    """A subfolder of the space. A new space_id without it resets it to null."""


class InsightDeletedWebhookDetail(TypedDict):
    dashboard_ids: List[int]
    """Dashboards that showed it."""


InsightFilter = Union[Union[str, float, bool], List[Union[str, float, bool]], Union["InsightFilter31", "InsightFilter32", "InsightFilter33", "InsightFilter34"]]


class InsightFilter31(TypedDict):
    """Compares with one value."""

    operator: Union[Literal["is", "is_not", "more_than", "at_least", "less_than", "at_most", "contains", "does_not_contain", "starts_with", "ends_with", "on_or_after", "on_or_before"], str]
    value: Union[str, float, bool]


class InsightFilter32(TypedDict):
    """Compares with each value of a list."""

    operator: Union[Literal["in", "not_in"], str]
    value: List[Union[str, float, bool]]


class InsightFilter33(TypedDict):
    """From the lower to the higher value, both included."""

    operator: Union[Literal["between"], str]
    value: List[Union[str, float, bool]]


class InsightFilter34(TypedDict):
    """Whether the field has a value."""

    operator: Union[Literal["empty", "not_empty"], str]


InsightFilterInput = Union[Union[str, float, bool], List[Union[str, float, bool]], Union["InsightFilterInput31", "InsightFilterInput32", "InsightFilterInput33", "InsightFilterInput34"]]


class InsightFilterInput31(TypedDict):
    """Compares with one value."""

    operator: Literal["is", "is_not", "more_than", "at_least", "less_than", "at_most", "contains", "does_not_contain", "starts_with", "ends_with", "on_or_after", "on_or_before"]
    value: Union[str, float, bool]


class InsightFilterInput32(TypedDict):
    """Compares with each value of a list."""

    operator: Literal["in", "not_in"]
    value: List[Union[str, float, bool]]


class InsightFilterInput33(TypedDict):
    """From the lower to the higher value, both included."""

    operator: Literal["between"]
    value: List[Union[str, float, bool]]


class InsightFilterInput34(TypedDict):
    """Whether the field has a value."""

    operator: Literal["empty", "not_empty"]


class InsightItem(TypedDict):
    """An insight in a list."""

    id: int
    name: str
    visualization: Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]
    source: str
    """The source of its records, as in GET /reports/options."""
    spaces: List[str]
    """Names of its spaces."""
    protected: bool
    """Whether it is protected from edits and deletion."""


class InsightPatch(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Optional[str]]
    spec: NotRequired[InsightSpecSent]
    space_id: NotRequired[Optional[int]]
    """The space of the insight. null removes it from its space."""
    subfolder_id: NotRequired[Optional[str]]
    """A subfolder of the space. A new space_id without it resets it to null."""


class InsightResults(TypedDict):
    """The results of an insight, computed from the current data."""

    columns: List[InsightResultsColumnsItem]
    """The columns of a row: the group and the breakdown, if the insight has them, and the value."""
    rows: List[Dict[str, Optional[Union[str, float, bool]]]]
    """Rows by the keys of the columns. A date is a day, the Monday of a week, a month such as 2026-07, a quarter such as 2026-Q3, or a year. null means no value."""
    row_count: int
    truncated: bool
    """Whether rows were left out: more groups than the limit, more than 5,000 rows, or more than 1 MB of names."""
    date_range: InsightResultsDateRange
    """The days the results cover."""
    timezone: str
    """Time zone of the organisation, which defines days."""
    generated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class InsightResultsColumnsItem(TypedDict):
    key: str
    """The id of the group or the breakdown, or `value`."""
    label: str
    type: Union[Literal["text", "date", "boolean", "number"], str]


InsightResultsDateRange = TypedDict(
    "InsightResultsDateRange",
    {
        "from": "Optional[str]",
        "to": "Optional[str]",
    },
)


class InsightSpec(TypedDict):
    """The settings of an insight. Keys that are not set are absent."""

    source: str
    """The source of the records, as listed by GET /reports/options."""
    metric: str
    """`metricId::aggregation` of the source. Defaults to records::count."""
    visualization: Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]
    """Defaults to metric without group_by, to line if group_by is a date, and to bar otherwise."""
    group_by: NotRequired[str]
    """A group of the source, such as `status` or `start:month`. The visualization metric stores it but does not use it."""
    breakdown_by: NotRequired[str]
    """A second group of the source. Requires group_by."""
    filters: NotRequired[Dict[str, InsightFilter]]
    """Filters by field of the source; a record must match all of them. {} means none."""
    date_range: NotRequired[Union[InsightSpecDateRange1, InsightSpecDateRange2, InsightSpecDateRange3]]
    """The days to count, by a preset, by first and last day, or by the last units. Defaults to all time."""
    value_format: NotRequired[InsightSpecValueFormat]
    """The format of values."""
    options: NotRequired[InsightSpecOptions]
    """Display options of the chart."""
    target: NotRequired[InsightSpecTarget]
    """A target line to compare with. Only for bar, area and line."""
    formula: NotRequired[InsightSpecFormula]
    """Replaces the metric. Only for the visualization metric."""
    conditional_formatting: NotRequired[List[Union[InsightSpecConditionalFormattingItem1, InsightSpecConditionalFormattingItem2]]]
    """The first rule that matches colours the number. Only for the visualization metric."""


class InsightSpecConditionalFormattingItem1(TypedDict):
    """Compares with one value."""

    operator: Union[Literal["is", "is_not", "more_than", "at_least", "less_than", "at_most", "=", "!=", ">", ">=", "<", "<="], str]
    value: float
    """The value to compare with."""
    color: str


class InsightSpecConditionalFormattingItem2(TypedDict):
    """Compares with a range, both ends included."""

    operator: Union[Literal["between"], str]
    value: List[float]
    color: str


class InsightSpecDateRange1(TypedDict):
    """A named range. Weeks begin on Monday, financial years in July."""

    preset: Union[Literal["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "last_30_days", "last_90_days", "this_quarter", "last_quarter", "this_financial_year", "last_financial_year", "all_time"], str]


InsightSpecDateRange2 = TypedDict(
    "InsightSpecDateRange2",
    {
        "from": "str",
        "to": "str",
    },
)


class InsightSpecDateRange3(TypedDict):
    """The last units up to and including today."""

    last: int
    """The number of units."""
    unit: Union[Literal["day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"], str]
    """The unit, singular or plural: `day`, `days`."""


class InsightSpecFormula(TypedDict):
    """Replaces the metric. Only for the visualization metric."""

    expression: str
    """Numbers, names of terms, + - * / ( ) and round(x, decimals). A division by zero has no value."""
    terms: Dict[str, InsightSpecFormulaTermsValue]
    """Terms by name. The expression must use each of them."""


class InsightSpecFormulaTermsValue(TypedDict):
    """A metric of the source, computed over the records that match the filters."""

    metric: str
    """`metricId::aggregation` of the source. Defaults to records::count."""
    filters: NotRequired[Dict[str, InsightFilter]]
    """Filters by field of the source; a record must match all of them. {} means none."""


class InsightSpecOptions(TypedDict):
    """Display options of the chart."""

    stacked: NotRequired[bool]
    """Whether series are stacked."""
    show_legend: NotRequired[bool]
    """Whether the names of the series are shown."""
    show_values: NotRequired[bool]
    """Whether values are written in the chart."""
    sort: NotRequired[InsightSpecOptionsSort]
    """The order of groups. By default dates ascend and other groups begin with the largest value."""
    limit: NotRequired[int]
    """Maximum number of groups, after sorting."""


class InsightSpecOptionsSort(TypedDict):
    """The order of groups. By default dates ascend and other groups begin with the largest value."""

    by: Union[Literal["group", "value"], str]
    direction: Union[Literal["asc", "desc"], str]
    """Defaults to asc by group and desc by value."""


class InsightSpecSent(TypedDict):
    """The settings to set. `source` is required on create. Another source than the stored one resets metric, group_by, breakdown_by, filters and formula. GET /reports/options lists the allowed values."""

    source: NotRequired[str]
    """The source of the records, as listed by GET /reports/options."""
    metric: NotRequired[str]
    """`metricId::aggregation` of the source. Defaults to records::count."""
    visualization: NotRequired[Literal["metric", "bar", "line", "area", "pie", "donut", "table"]]
    """Defaults to metric without group_by, to line if group_by is a date, and to bar otherwise."""
    group_by: NotRequired[Optional[str]]
    """A group of the source, such as `status` or `start:month`. The visualization metric stores it but does not use it. null removes it."""
    breakdown_by: NotRequired[Optional[str]]
    """A second group of the source. Requires group_by. null removes it."""
    filters: NotRequired[Optional[Dict[str, InsightFilterInput]]]
    """Filters by field of the source; a record must match all of them. {} means none. null removes it."""
    date_range: NotRequired[Optional[Union[InsightSpecSentDateRange1, InsightSpecSentDateRange2, InsightSpecSentDateRange3]]]
    """The days to count, by a preset, by first and last day, or by the last units. Defaults to all time. null removes it."""
    value_format: NotRequired[Optional[InsightSpecSentValueFormat]]
    """The format of values. null removes it."""
    options: NotRequired[Optional[InsightSpecSentOptions]]
    """Display options of the chart. null removes it."""
    target: NotRequired[Optional[InsightSpecSentTarget]]
    """A target line to compare with. Only for bar, area and line. null removes it."""
    formula: NotRequired[Optional[InsightSpecSentFormula]]
    """Replaces the metric. Only for the visualization metric. null removes it."""
    conditional_formatting: NotRequired[Optional[List[Union[InsightSpecSentConditionalFormattingItem1, InsightSpecSentConditionalFormattingItem2]]]]
    """The first rule that matches colours the number. Only for the visualization metric. null removes it."""


class InsightSpecSentConditionalFormattingItem1(TypedDict):
    """Compares with one value."""

    operator: Literal["is", "is_not", "more_than", "at_least", "less_than", "at_most", "=", "!=", ">", ">=", "<", "<="]
    value: float
    """The value to compare with."""
    color: str


class InsightSpecSentConditionalFormattingItem2(TypedDict):
    """Compares with a range, both ends included."""

    operator: Literal["between"]
    value: List[float]
    color: str


class InsightSpecSentDateRange1(TypedDict):
    """A named range. Weeks begin on Monday, financial years in July."""

    preset: Literal["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "last_30_days", "last_90_days", "this_quarter", "last_quarter", "this_financial_year", "last_financial_year", "all_time"]


InsightSpecSentDateRange2 = TypedDict(
    "InsightSpecSentDateRange2",
    {
        "from": "str",
        "to": "str",
    },
)


class InsightSpecSentDateRange3(TypedDict):
    """The last units up to and including today."""

    last: int
    """The number of units."""
    unit: Literal["day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"]
    """The unit, singular or plural: `day`, `days`."""


class InsightSpecSentFormula(TypedDict):
    """Replaces the metric. Only for the visualization metric. null removes it."""

    expression: str
    """Numbers, names of terms, + - * / ( ) and round(x, decimals). A division by zero has no value."""
    terms: Dict[str, InsightSpecSentFormulaTermsValue]
    """Terms by name. The expression must use each of them."""


class InsightSpecSentFormulaTermsValue(TypedDict):
    """A metric of the source, computed over the records that match the filters."""

    metric: str
    """`metricId::aggregation` of the source. Defaults to records::count."""
    filters: NotRequired[Optional[Dict[str, InsightFilterInput]]]
    """Filters by field of the source; a record must match all of them. {} means none. null removes it."""


class InsightSpecSentOptions(TypedDict):
    """Display options of the chart. null removes it."""

    stacked: NotRequired[Optional[bool]]
    """Whether series are stacked. null removes it."""
    show_legend: NotRequired[Optional[bool]]
    """Whether the names of the series are shown. null removes it."""
    show_values: NotRequired[Optional[bool]]
    """Whether values are written in the chart. null removes it."""
    sort: NotRequired[Optional[InsightSpecSentOptionsSort]]
    """The order of groups. By default dates ascend and other groups begin with the largest value. null removes it."""
    limit: NotRequired[Optional[int]]
    """Maximum number of groups, after sorting. null removes it."""


class InsightSpecSentOptionsSort(TypedDict):
    """The order of groups. By default dates ascend and other groups begin with the largest value. null removes it."""

    by: Literal["group", "value"]
    direction: NotRequired[Literal["asc", "desc", None]]
    """Defaults to asc by group and desc by value. null removes it."""


class InsightSpecSentTarget(TypedDict):
    """A target line to compare with. Only for bar, area and line. null removes it."""

    value: float
    """The value of the target."""
    label: NotRequired[Optional[str]]
    """The name of the target. null removes it."""


class InsightSpecSentValueFormat(TypedDict):
    """The format of values. null removes it."""

    style: Literal["number", "currency", "percent", "hours"]
    """The style. percent does not multiply the number by 100."""
    decimals: NotRequired[Optional[int]]
    """Digits after the decimal point. null removes it."""


class InsightSpecTarget(TypedDict):
    """A target line to compare with. Only for bar, area and line."""

    value: float
    """The value of the target."""
    label: NotRequired[str]
    """The name of the target."""


class InsightSpecValueFormat(TypedDict):
    """The format of values."""

    style: Union[Literal["number", "currency", "percent", "hours"], str]
    """The style. percent does not multiply the number by 100."""
    decimals: NotRequired[int]
    """Digits after the decimal point."""


class InsightsCreateResponse(TypedDict):
    created: int
    """Id of the created insight."""
    id: int
    name: str
    description: Optional[str]
    mode: Union[Literal["single"], str]
    source: str
    """The source of its records, as in GET /reports/options."""
    visualization: Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]
    spec: InsightSpec
    space: Optional[Person]
    """The space of the insight."""
    subfolder_id: Optional[str]
    """The subfolder within the space."""
    protected: bool
    """Whether it is protected from edits and deletion."""
    link: str
    """Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class InsightsDeleteResponse(TypedDict):
    deleted: int
    """Id of the deleted insight."""


class InsightsGetResponse(TypedDict):
    data: Insight


class InsightsGetResultsResponse(TypedDict):
    data: InsightResults


class InsightsListResponse(TypedDict):
    data: List[InsightItem]
    meta: Meta


class InsightsUpdateResponse(TypedDict):
    updated: int
    """Id of the updated insight."""
    id: int
    name: str
    description: Optional[str]
    mode: Union[Literal["single"], str]
    source: str
    """The source of its records, as in GET /reports/options."""
    visualization: Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]
    spec: InsightSpec
    space: Optional[Person]
    """The space of the insight."""
    subfolder_id: Optional[str]
    """The subfolder within the space."""
    protected: bool
    """Whether it is protected from edits and deletion."""
    link: str
    """Web page with the chart of the insight. Valid for a week, and only while the token is valid. Shows what the token can read at the time of viewing."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class KeysetMeta(TypedDict):
    """Position of a response to `after_id` in its list."""

    per_page: int
    """Maximum number of records in a response."""
    next_after_id: Optional[int]
    """`after_id` of the next request. Null if no other record matches."""


class LikelyClient(TypedDict):
    """A client that matches the prospect"""

    client_id: int
    name: str
    status: str
    matches: List[Union[Literal["name", "email", "phone"], str]]
    """The fields that match"""


class MeGetResponse(TypedDict):
    """A token’s organisation, connection and access."""

    organisation: str
    """Name of the organisation whose data the token can access."""
    connection: str
    """Name of the connection that the token belongs to."""
    access: MeGetResponseAccess
    """Level of access for each area."""
    expires_at: str
    """Time at which the token expires, in ISO 8601 with the organisation’s offset."""


class MeGetResponseAccess(TypedDict):
    """Level of access for each area."""

    clients: Union[Literal["none", "read", "read-write"], str]
    staff: Union[Literal["none", "read", "read-write"], str]
    roster: Union[Literal["none", "read", "read-write"], str]
    sites: Union[Literal["none", "read", "read-write"], str]
    tasks: Union[Literal["none", "read", "read-write"], str]
    finance: Union[Literal["none", "read", "read-write"], str]
    forms: Union[Literal["none", "read", "read-write"], str]
    reports: Union[Literal["none", "read", "read-write"], str]
    prospects: Union[Literal["none", "read", "read-write"], str]


class Meta(TypedDict):
    """Position of a page in its list."""

    page: int
    """Number of this page."""
    per_page: int
    """Maximum number of records on a page."""
    total: int
    """Number of matching records on all pages."""
    last_page: int
    """Number of the last page; 1 if no record matches."""


class Note(TypedDict):
    """A note of a client: general, of a task, or of a shift"""

    ref: str
    """`general:<id>`, `task:<id>` or `appointment:<id>`"""
    id: int
    """Unique among the notes of its kind"""
    kind: Union[Literal["General", "Task", "Appointment"], str]
    title: Optional[str]
    note_type: str
    notes: str
    """The text"""
    date: str
    """The day that the note is about. Such as 2026-11-30."""
    author: Optional[NoteAuthor]
    employee: NotRequired[Person]
    source: Union[Literal["web", "app", "api", "import"], str]
    attachments: List[NoteAttachment]
    template: NotRequired[NoteTemplate]
    answers: List[NoteAnswer]
    submissions: List[NoteSubmissionsItem]
    """Form submissions that belong to the note"""
    shift_cautions: List[NoteShiftCautionsItem]
    task: NotRequired[NoteTask]
    shift: NotRequired[NoteShift]
    can_edit: bool
    """Whether PATCH /notes/{ref} can update the note"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class NoteAnswer(TypedDict):
    """An answer to a question of a note’s template"""

    key: str
    label: str
    value: Any
    """Any JSON"""


class NoteAttachment(TypedDict):
    """The name of a file of a note. The file itself is stored elsewhere."""

    id: int
    name: str
    content_type: NotRequired[str]
    size: NotRequired[int]
    """Bytes"""


class NoteAuthor(TypedDict):
    id: Optional[int]
    """Id of a staff member; null if a connection created the note"""
    name: str
    """Name of the staff member or the connection"""


class NoteCreate(TypedDict):
    notes: str
    title: NotRequired[Optional[str]]
    note_type: NotRequired[str]
    """If not sent: `General`."""
    date: NotRequired[str]
    """Today by default. Such as 2026-11-30."""
    template_id: NotRequired[Optional[int]]
    """Id of a template; GET /note-templates lists them"""
    answers: NotRequired[List[NoteCreateAnswersItem]]


class NoteCreateAnswersItem(TypedDict):
    key: str
    label: NotRequired[str]
    """Ignored if the template has a question with this key, whose label is used. The default is the key."""
    value: Any
    """Any JSON"""


class NoteCreatedWebhookDetail(TypedDict):
    client_id: int
    """The client of the note."""


class NoteOfClients(TypedDict):
    """A note with its clients"""

    ref: str
    """`general:<id>`, `task:<id>` or `appointment:<id>`"""
    id: int
    """Unique among the notes of its kind"""
    kind: Union[Literal["General", "Task", "Appointment"], str]
    title: Optional[str]
    note_type: str
    notes: str
    """The text"""
    date: str
    """The day that the note is about. Such as 2026-11-30."""
    author: Optional[NoteOfClientsAuthor]
    employee: NotRequired[Person]
    source: Union[Literal["web", "app", "api", "import"], str]
    attachments: List[NoteAttachment]
    template: NotRequired[NoteOfClientsTemplate]
    answers: List[NoteAnswer]
    submissions: List[NoteOfClientsSubmissionsItem]
    """Form submissions that belong to the note"""
    shift_cautions: List[NoteOfClientsShiftCautionsItem]
    task: NotRequired[NoteOfClientsTask]
    shift: NotRequired[NoteOfClientsShift]
    can_edit: bool
    """Whether PATCH /notes/{ref} can update the note"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    clients: List[Person]
    """The clients in whose notes it is. A note of a group or site shift can have several."""


class NoteOfClientsAuthor(TypedDict):
    id: Optional[int]
    """Id of a staff member; null if a connection created the note"""
    name: str
    """Name of the staff member or the connection"""


class NoteOfClientsShift(TypedDict):
    ref: str


class NoteOfClientsShiftCautionsItem(TypedDict):
    code: str
    text: str


class NoteOfClientsSubmissionsItem(TypedDict):
    id: int
    form_id: int
    form: str
    status: str
    submitted_at: str


class NoteOfClientsTask(TypedDict):
    id: int
    title: str


class NoteOfClientsTemplate(TypedDict):
    id: int
    name: str


class NotePatch(TypedDict):
    notes: NotRequired[str]
    title: NotRequired[Optional[str]]
    note_type: NotRequired[str]
    date: NotRequired[str]
    """Such as 2026-11-30."""
    template_id: NotRequired[Optional[int]]
    """Id of a template; GET /note-templates lists them"""
    answers: NotRequired[List[NotePatchAnswersItem]]


class NotePatchAnswersItem(TypedDict):
    key: str
    label: NotRequired[str]
    """Ignored if the template has a question with this key, whose label is used. The default is the key."""
    value: Any
    """Any JSON"""


class NoteShift(TypedDict):
    ref: str


class NoteShiftCautionsItem(TypedDict):
    code: str
    text: str


class NoteSubmissionsItem(TypedDict):
    id: int
    form_id: int
    form: str
    status: str
    submitted_at: str


class NoteTask(TypedDict):
    id: int
    title: str


class NoteTemplate(TypedDict):
    id: int
    name: str


class NoteTemplateCreate(TypedDict):
    name: str
    questions: NotRequired[List[NoteTemplateCreateQuestionsItem]]
    """The questions. If there are none, a note can have any answers."""


class NoteTemplateCreateQuestionsItem(TypedDict):
    key: str
    label: str


class NoteTemplatePatch(TypedDict):
    name: NotRequired[str]
    questions: NotRequired[List[NoteTemplatePatchQuestionsItem]]
    """The questions. If there are none, a note can have any answers."""


class NoteTemplatePatchQuestionsItem(TypedDict):
    key: str
    label: str


class NoteTemplatesCreateResponse(TypedDict):
    data: NoteTemplate


class NoteTemplatesDeleteResponse(TypedDict):
    deleted: int
    """Id of the deleted template."""


class NoteTemplatesListResponse(TypedDict):
    data: List[NoteTemplate]


class NoteTemplatesUpdateResponse(TypedDict):
    data: NoteTemplate


class NoteUpdatedWebhookDetail(TypedDict):
    kind: str
    """General or Task."""
    task_id: NotRequired[int]
    """The task of a task’s note."""


class NotesGetResponse(TypedDict):
    data: Note


class NotesListResponse(TypedDict):
    data: List[NoteOfClients]
    meta: NotesListResponseMeta


class NotesListResponseMeta(TypedDict):
    next_cursor: Optional[str]
    """Cursor of the next page. Null on the last page."""


class NotesListRevisionsResponse(TypedDict):
    data: List[NotesListRevisionsResponseDataItem]


class NotesListRevisionsResponseDataItem(TypedDict):
    revision: int
    """From 1, the first version"""
    title: Optional[str]
    note_type: str
    notes: str
    date: str
    """Such as 2026-11-30."""
    template: NotRequired[NotesListRevisionsResponseDataItemTemplate]
    answers: List[NoteAnswer]
    replaced_by: Optional[str]
    """The connection whose edit replaced it"""
    replaced_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class NotesListRevisionsResponseDataItemTemplate(TypedDict):
    id: int
    name: str


class NotesUpdateResponse(TypedDict):
    data: Note


class Organisation(TypedDict):
    """The organisation of the token."""

    name: str
    """Its name, as on the pages of its forms."""
    slug: str
    """Its short name in commands and in the addresses of its forms."""
    timezone: str
    """The IANA time zone of all local times and dates, such as Australia/Sydney."""
    today: str
    """The current date in this time zone. Such as 2026-11-30."""
    now: str
    """The current instant."""
    rate_limit: Optional[OrganisationRateLimit]
    """How many requests a token may send. Null if they are not limited."""


class OrganisationGetResponse(TypedDict):
    data: Organisation


class OrganisationImportedWebhookDetailValue(TypedDict):
    created: int
    updated: int
    unchanged: int
    removed: NotRequired[int]


class OrganisationRateLimit(TypedDict):
    """How many requests a token may send. Null if they are not limited."""

    limit: int
    """Requests of each token in a window."""
    window_seconds: int
    """Length of a window."""


class Person(TypedDict):
    id: int
    name: str


class PriceCode(TypedDict):
    """The price of a service on some days"""

    id: int
    code: str
    name: str
    unit: str
    """`hour` is charged by the minute, any other unit once"""
    price: float
    """Price of one unit, at most 2 decimals"""
    funding_type: NotRequired[Union[Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"], str]]
    """The client type that the code is for. Omitted if it is for all."""
    claim_types: List[Union[Literal["Standard", "Cancellation", "Report writing", "Travel", "Non-face-to-face", "Telehealth", "Irregular SIL"], str]]
    """The claim types that a charge can have. Empty if all are allowed."""
    effective_from: NotRequired[str]
    """First day the price applies. Omitted if it has no start date. Such as 2026-11-30."""
    effective_to: NotRequired[str]
    """Last day the price applies. Omitted if it has no end date. Such as 2026-11-30."""


class PriceCodesListResponse(TypedDict):
    data: List[PriceCode]
    meta: Union[Meta, KeysetMeta]


class PriceImport(TypedDict):
    rows: List[Any]
    dry_run: NotRequired[bool]
    """true validates everything and stores nothing."""


class PriceImportResult(TypedDict):
    """The result of each price."""

    dry_run: NotRequired[bool]
    succeeded: int
    failed: int
    results: List[PriceImportResultResultsItem]


class PriceImportResultResultsItem(TypedDict):
    index: int
    """Index of the row in rows, from 0."""
    ok: bool
    id: NotRequired[int]
    """The price code. Omitted for a new one in a dry run."""
    message: NotRequired[str]
    error: NotRequired[str]
    errors: NotRequired[Dict[str, List[str]]]


class Prospect(TypedDict):
    """A person who may become a client"""

    id: int
    name: str
    """First and last name"""
    first_name: str
    last_name: str
    email: Optional[str]
    """Email address"""
    phone: Optional[str]
    """Phone number"""
    suburb: Optional[str]
    """Suburb where the prospect lives"""
    date_of_lead: Optional[str]
    """Day of the first contact. Such as 2026-11-30."""
    stage: str
    """Name of a stage. GET /prospects/options lists them."""
    tags: List[str]
    source: Optional[str]
    """How the prospect found the organisation"""
    consultant: Optional[str]
    """Name of the responsible consultant"""
    funding_type: Union[Literal["HCP", "NDIS", "CHSP", "Private", None], str]
    """Expected source of funding"""
    followup_date: Optional[str]
    """Day of the next contact. Such as 2026-11-30."""
    initial_comments: Optional[str]
    """Comments from the first contact"""
    attributes: Dict[str, Any]
    """Custom values of the organisation, by the keys that GET /prospects/options lists"""
    converted: bool
    """Whether the prospect was converted to a client"""
    client_id: Optional[int]
    """Id of the client that the prospect was converted to"""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class ProspectConvert(TypedDict):
    client_type: NotRequired[Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"]]
    """Type of the new client. Required unless `link_client_id` is sent."""
    business_id: NotRequired[int]
    """Id of the new client’s business location. GET /clients/options lists them. Required unless `link_client_id` is sent."""
    link_client_id: NotRequired[int]
    """Id of an existing client to link. No client is created."""
    allow_duplicate: NotRequired[bool]
    """Create a client even if the prospect matches an existing one. If not sent: `false`."""
    dry_run: NotRequired[bool]
    """Check everything and write nothing. If not sent: `false`."""


ProspectConvertedWebhookDetail = TypedDict(
    "ProspectConvertedWebhookDetail",
    {
        "client_id": "int",
        "conversion": "str",
        "from": "NotRequired[str]",
        "to": "NotRequired[str]",
    },
)


class ProspectCreate(TypedDict):
    first_name: str
    last_name: str
    email: NotRequired[Optional[str]]
    phone: NotRequired[Optional[str]]
    suburb: NotRequired[Optional[str]]
    date_of_lead: NotRequired[Optional[str]]
    """Day of the first contact. Today if omitted, null for none. Such as 2026-11-30."""
    stage: NotRequired[str]
    """New, or another stage that GET /prospects/options lists. If not sent: `New`."""
    tags: NotRequired[List[str]]
    """All tags. Replaces the stored ones."""
    source: NotRequired[Optional[str]]
    """Any text. GET /prospects/options has suggestions."""
    consultant: NotRequired[Optional[str]]
    """A name that GET /prospects/options lists"""
    funding_type: NotRequired[Literal["HCP", "NDIS", "CHSP", "Private", None]]
    followup_date: NotRequired[Optional[str]]
    """Day of the next contact. Null clears it. Such as 2026-11-30."""
    initial_comments: NotRequired[Optional[str]]
    """Comments from the first contact. Use notes for later ones."""
    attributes: NotRequired[Dict[str, Any]]
    """Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key."""


class ProspectNote(TypedDict):
    id: int
    note_type: str
    notes: str
    by: Optional[str]
    """Name of the connection. Null if there is none."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class ProspectNoteAddedWebhookDetail(TypedDict):
    note_id: int
    """The added note."""


class ProspectNoteCreate(TypedDict):
    notes: str
    note_type: NotRequired[str]
    """Any text, such as Phone call. If not sent: `General`."""


class ProspectOptions(TypedDict):
    stages: List[ProspectOptionsStagesItem]
    """Values of `stage`, in order. New is always the first."""
    sources: List[str]
    """Suggestions for `source`, which accepts any text"""
    consultants: List[str]
    """Values of `consultant`"""
    funding_types: List[str]
    """Values of `funding_type`"""
    tags: List[str]
    """Suggestions for `tags`, which accepts others too: those set up here, then those in use, at most 200"""
    attributes: List[ProspectOptionsAttributesItem]
    """The keys of `attributes` and their allowed values"""


class ProspectOptionsAttributesItem(TypedDict):
    key: str
    label: str
    type: Union[Literal["text", "number", "date", "boolean", "select", "multiselect", "checklist"], str]
    options: List[str]
    """Values of a select, multiselect or checklist"""


class ProspectOptionsEdit(TypedDict):
    operations: List[ProspectOptionsEditOperationsItem]
    dry_run: NotRequired[bool]
    """true checks everything and changes nothing."""


class ProspectOptionsEditOperationsItem(TypedDict):
    op: Literal["add", "rename", "move", "update", "remove"]
    """add an option, rename it, move it to another position, update the category of a stage or the label and options of an attribute, or remove it."""
    kind: Literal["stage", "source", "consultant", "attribute", "tag"]
    name: NotRequired[str]
    """The option: its name, or the key of an attribute."""
    to: NotRequired[str]
    """rename: the new name, or the new key of an attribute."""
    position: NotRequired[int]
    """add, move: the position in its list, from 1. An added option is the last if it is not sent."""
    replace_with: NotRequired[str]
    """remove: the option that prospects with the removed one get."""
    category: NotRequired[Literal["open", "won", "lost"]]
    """Of a stage; open if it is not sent."""
    key: NotRequired[str]
    """Of an attribute; its name if it is not sent."""
    label: NotRequired[str]
    """Of an attribute; its key if it is not sent."""
    type: NotRequired[Literal["text", "number", "date", "boolean", "select", "multiselect", "checklist"]]
    """Of an attribute."""
    options: NotRequired[List[str]]
    """Values of a select, multiselect or checklist."""


class ProspectOptionsStagesItem(TypedDict):
    name: str
    order: int
    """Position, from 1"""
    category: Union[Literal["open", "won", "lost"], str]


class ProspectPatch(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email: NotRequired[Optional[str]]
    phone: NotRequired[Optional[str]]
    suburb: NotRequired[Optional[str]]
    date_of_lead: NotRequired[Optional[str]]
    """Day of the first contact. Such as 2026-11-30."""
    stage: NotRequired[str]
    """New, or another stage that GET /prospects/options lists"""
    tags: NotRequired[List[str]]
    """All tags. Replaces the stored ones."""
    source: NotRequired[Optional[str]]
    """Any text. GET /prospects/options has suggestions."""
    consultant: NotRequired[Optional[str]]
    """A name that GET /prospects/options lists"""
    funding_type: NotRequired[Literal["HCP", "NDIS", "CHSP", "Private", None]]
    followup_date: NotRequired[Optional[str]]
    """Day of the next contact. Null clears it. Such as 2026-11-30."""
    initial_comments: NotRequired[Optional[str]]
    """Comments from the first contact. Use notes for later ones."""
    attributes: NotRequired[Dict[str, Any]]
    """Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key."""


class ProspectStageChange(TypedDict):
    stage: str
    """The new stage"""
    by: Optional[str]
    """Name of the connection. Null if there is none."""
    at: str
    """ISO 8601 with microseconds and a trailing Z"""


ProspectStageChangedWebhookDetail = TypedDict(
    "ProspectStageChangedWebhookDetail",
    {
        "from": "str",
        "to": "str",
    },
)


class ProspectsAddNoteResponse(TypedDict):
    data: ProspectNote


class ProspectsConvertResponse(TypedDict):
    dry_run: NotRequired[bool]
    """True in a dry run: nothing was written"""
    created: NotRequired[Optional[int]]
    """Id of the created client"""
    linked: NotRequired[int]
    """Id of the linked client"""
    data: Prospect


class ProspectsCreateResponse(TypedDict):
    created: int
    """Id of the created prospect"""
    data: Prospect


class ProspectsEditOptionsResponse(TypedDict):
    dry_run: NotRequired[bool]
    prospects_changed: int
    """Prospects that have another value now."""
    data: ProspectOptions


class ProspectsGetOptionsResponse(TypedDict):
    data: ProspectOptions


class ProspectsGetResponse(TypedDict):
    data: Prospect


class ProspectsListNotesResponse(TypedDict):
    data: List[ProspectNote]
    meta: Meta


class ProspectsListResponse(TypedDict):
    data: List[Prospect]
    meta: Union[Meta, KeysetMeta]


class ProspectsListStageHistoryResponse(TypedDict):
    data: List[ProspectStageChange]


class ProspectsUpdateResponse(TypedDict):
    updated: int
    """Id of the prospect"""
    data: Prospect


class ReportOptions(TypedDict):
    sources: List[ReportOptionsSourcesItem]
    """The sources of areas that the token can read."""
    aggregations: List[Union[Literal["count", "count_distinct", "sum", "avg", "min", "max"], str]]
    date_presets: List[Union[Literal["today", "yesterday", "this_week", "last_week", "this_month", "last_month", "last_30_days", "last_90_days", "this_quarter", "last_quarter", "this_financial_year", "last_financial_year", "all_time"], str]]
    date_units: List[Union[Literal["day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"], str]]
    value_formats: List[Union[Literal["number", "currency", "percent", "hours"], str]]
    sorts: ReportOptionsSorts
    conditional_formatting: ReportOptionsConditionalFormatting
    spaces: List[ReportOptionsSpacesItem]
    """The spaces with their subfolders: values of space_id and subfolder_id."""


class ReportOptionsConditionalFormatting(TypedDict):
    operators: List[Union[Literal["is", "is_not", "more_than", "at_least", "less_than", "at_most", "between", "=", "!=", ">", ">=", "<", "<="], str]]
    colors: List[Union[Literal["green", "amber", "red", "blue", "grey"], str]]
    """Named colours. Any #rrggbb is supported too."""


class ReportOptionsSorts(TypedDict):
    by: List[Union[Literal["group", "value"], str]]
    directions: List[Union[Literal["asc", "desc"], str]]


class ReportOptionsSourcesItem(TypedDict):
    id: str
    label: str
    date: str
    """The field that date_range applies to."""
    metrics: List[ReportOptionsSourcesItemMetricsItem]
    """Metrics of the source. The metric of a spec is `id::aggregation`."""
    groups: List[ReportOptionsSourcesItemGroupsItem]
    """Values of group_by and breakdown_by. A date field has one for each grain."""
    filters: List[ReportOptionsSourcesItemFiltersItem]
    visualizations: List[Union[Literal["metric", "bar", "line", "area", "pie", "donut", "table"], str]]


class ReportOptionsSourcesItemFiltersItem(TypedDict):
    field: str
    label: str
    type: Union[Literal["text", "choice", "boolean", "number", "record", "date"], str]
    operators: List[str]
    values: NotRequired[List[str]]
    """The values of a choice."""


class ReportOptionsSourcesItemGroupsItem(TypedDict):
    id: str
    label: str
    type: Union[Literal["text", "choice", "boolean", "number", "record", "date"], str]


class ReportOptionsSourcesItemMetricsItem(TypedDict):
    id: str
    label: str
    aggregations: List[Union[Literal["count", "count_distinct", "sum", "avg", "min", "max"], str]]


class ReportOptionsSpacesItem(TypedDict):
    id: int
    name: str
    subfolders: List[ReportOptionsSpacesItemSubfoldersItem]


class ReportOptionsSpacesItemSubfoldersItem(TypedDict):
    id: str
    name: str


class ReportsGetOptionsResponse(TypedDict):
    data: ReportOptions


class SecretRotation(TypedDict):
    overlap_hours: NotRequired[int]
    """How long requests are signed with the old secret too. 0 ends every older secret at once. If not sent: `24`."""


class Shift(TypedDict):
    """A shift with its people, services, segments, notes, attendance and funding. Pay is never included."""

    ref: str
    """a:<lowest appointment id> for a single shift, g:<shift id> for group and site shifts."""
    type: Union[Literal["single", "group", "site"], str]
    status: Union[Literal["draft", "scheduled", "started", "completed", "cancelled"], str]
    title: str
    start: str
    """Start as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    end: str
    """End as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    timezone: str
    """The organisation’s timezone, which all local times are in."""
    start_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    end_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    minutes: int
    """Length in minutes of real time, also when the clocks change."""
    address: NotRequired[str]
    is_draft: bool
    clients: List[Person]
    staff: List[Person]
    services: List[ShiftServicesItem]
    segments: List[ShiftSegment]
    shift_notes: List[ShiftNote]
    """All notes of the shift and its segments, oldest first."""
    attendance: List[ShiftAttendance]
    cancellation: Optional[ShiftCancellation]
    recurrence: Optional[ShiftRecurrence]
    funding: List[ShiftFundingItem]
    site: NotRequired[Person]
    client_charge_split: NotRequired[List[ShiftClientChargeSplitItem]]
    """Only on group and site shifts. The shares add up to 1."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class ShiftAttendance(TypedDict):
    """The clock times of one staff member of a shift."""

    staff: Person
    check_in: Optional[str]
    """Clock-in as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    check_out: Optional[str]
    """Clock-out as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    check_in_at: Optional[str]
    """The instant of check_in."""
    check_out_at: Optional[str]
    """The instant of check_out."""
    worked_minutes: Optional[int]
    """Whole minutes from check_in to check_out, rounded down. null until both are there."""
    corrected: bool
    """Whether PUT /shifts/{ref}/attendance has entered, corrected or cleared a time."""


class ShiftAttendanceCorrectedWebhookDetail(TypedDict):
    staff_id: int
    """The staff member."""
    status: str
    """The status of the shift after it."""


class ShiftAttendanceCorrection(TypedDict):
    staff_id: int
    """A staff member of the shift."""
    check_in: NotRequired[Optional[str]]
    """Clock-in. A local time that occurs twice is rejected; send an instant. null clears the time. Such as 2026-11-30 09:15:00 or 2026-11-30T09:15:00Z."""
    check_out: NotRequired[Optional[str]]
    """Clock-out. A local time that occurs twice is rejected; send an instant. null clears the time. Such as 2026-11-30 09:15:00 or 2026-11-30T09:15:00Z."""
    reason: str
    """Reason for the correction. The event records it."""


class ShiftCancel(TypedDict):
    cancelled_by: Literal["client", "provider", "staff"]
    reason: str
    note: NotRequired[Optional[str]]
    charge_client: NotRequired[bool]
    """Whether the client is charged. Default: true if the client cancels at short notice."""
    scope: NotRequired[Literal["this", "this_and_following"]]
    """this_and_following includes the later shifts of the series. If not sent: `this`."""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class ShiftCancellation(TypedDict):
    cancelled_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    cancelled_by: Union[Literal["client", "provider", "staff"], str]
    reason: str
    note: Optional[str]
    short_notice: bool
    """Whether the shift was cancelled less than 7 days before its start."""
    charge_client: bool
    """Whether the client is charged."""


class ShiftCancelledWebhookDetail(TypedDict):
    cancelled_by: str
    """Who cancelled it."""


class ShiftClientChargeSplitItem(TypedDict):
    client_id: int
    share: float
    """Share of the charge, from 0 to 1 with at most 6 decimals."""


class ShiftClockedInWebhookDetail(TypedDict):
    staff_id: int
    """The staff member."""
    status: str
    """The status of the shift after it."""


class ShiftClockedOutWebhookDetail(TypedDict):
    staff_id: int
    """The staff member."""
    status: str
    """The status of the shift after it."""


class ShiftClocking(TypedDict):
    staff_ids: List[int]
    """Staff of the shift."""


class ShiftConflict(TypedDict):
    code: Union[Literal["staff_overlap", "client_overlap", "staff_not_active", "staff_non_compliant", "client_archived", "site_full"], str]
    severity: Union[Literal["block", "warn"], str]
    staff: NotRequired[Person]
    client: NotRequired[Person]
    ref: NotRequired[str]
    """Ref of the other shift."""
    start: str
    """Start of the other shift in local time, or of this shift if there is no other."""
    end: str
    """End of the same shift in local time."""
    message: str


class ShiftCreate(TypedDict):
    type: Literal["single", "group", "site"]
    start: str
    """Start in local time of the organisation. Such as 2026-11-30 09:15:00."""
    end: str
    """End in local time: after start, at most 7 days later. Such as 2026-11-30 09:15:00."""
    client_ids: List[int]
    """Clients. Exactly one on a single shift, at least one on a group shift."""
    staff_ids: List[int]
    """Staff. Empty for an open shift."""
    title: NotRequired[str]
    site_id: NotRequired[Optional[int]]
    """Required on a site shift, optional on a group shift."""
    services: NotRequired[List[ShiftCreateServicesItem]]
    segments: NotRequired[List[ShiftCreateSegmentsItem]]
    address: NotRequired[Optional[str]]
    client_charge_split: NotRequired[List[ShiftCreateClientChargeSplitItem]]
    """Only on group and site shifts: one share for each client, 1 in total. Default: equal shares."""
    override_conflicts: NotRequired[List[Literal["staff_overlap", "client_overlap", "staff_not_active", "staff_non_compliant", "client_archived", "site_full"]]]
    """Codes of blocking conflicts to accept. Requires override_reason."""
    override_reason: NotRequired[str]
    """Reason for the override. The event records it."""
    publish: NotRequired[bool]
    """Creates a scheduled shift instead of a draft. If not sent: `false`."""
    recurrence: NotRequired[Optional[ShiftCreateRecurrence]]
    """Makes the shift the first of a series."""
    dry_run: NotRequired[bool]
    """Validates the request and stores nothing. If not sent: `false`."""


class ShiftCreateClientChargeSplitItem(TypedDict):
    client_id: int
    share: float
    """Share of the charge, from 0 to 1 with at most 6 decimals."""


class ShiftCreateRecurrence(TypedDict):
    """Makes the shift the first of a series."""

    every: NotRequired[Optional[int]]
    """Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`."""
    unit: Literal["Day", "Week", "Month"]
    on_days: NotRequired[Optional[List[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]]]]
    """Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date."""
    month_on_day: NotRequired[Optional[int]]
    """Day of the month. Only with unit Month. Months without this day are skipped."""
    month_on_the: NotRequired[Literal["First Monday", "First Tuesday", "First Wednesday", "First Thursday", "First Friday", "First Saturday", "First Sunday", "Second Monday", "Second Tuesday", "Second Wednesday", "Second Thursday", "Second Friday", "Second Saturday", "Second Sunday", "Third Monday", "Third Tuesday", "Third Wednesday", "Third Thursday", "Third Friday", "Third Saturday", "Third Sunday", "Fourth Monday", "Fourth Tuesday", "Fourth Wednesday", "Fourth Thursday", "Fourth Friday", "Fourth Saturday", "Fourth Sunday", "Last Monday", "Last Tuesday", "Last Wednesday", "Last Thursday", "Last Friday", "Last Saturday", "Last Sunday", None]]
    """Weekday of the month, instead of month_on_day. Only with unit Month."""
    ends_after: NotRequired[Optional[int]]
    """Number of occurrences, including the first."""
    ends_on: NotRequired[Optional[str]]
    """Last possible date, instead of ends_after. Such as 2026-11-30."""


class ShiftCreateSegmentsItem(TypedDict):
    id: NotRequired[int]
    """Id of an existing segment of this shift."""
    start: str
    """Start in local time, within the shift. Such as 2026-11-30 09:15:00."""
    end: str
    """End in local time, within the shift. Such as 2026-11-30 09:15:00."""
    service: str
    staff_ids: NotRequired[List[int]]
    """Staff of the segment, from staff_ids."""


class ShiftCreateServicesItem(TypedDict):
    staff_id: NotRequired[Optional[int]]
    """One of staff_ids."""
    service: str


class ShiftCreatedWebhookDetail(TypedDict):
    overridden: NotRequired[List[ShiftCreatedWebhookDetailOverriddenItem]]
    """Conflicts that the request overrode."""
    left_out: NotRequired[List[ShiftCreatedWebhookDetailLeftOutItem]]
    """Conflicts because of which its series left people out."""


class ShiftCreatedWebhookDetailLeftOutItem(TypedDict):
    code: str
    """The code of the conflict."""
    staff_id: NotRequired[int]
    client_id: NotRequired[int]
    ref: NotRequired[str]
    """The other shift."""


class ShiftCreatedWebhookDetailOverriddenItem(TypedDict):
    code: str
    """The code of the conflict."""
    staff_id: NotRequired[int]
    client_id: NotRequired[int]
    ref: NotRequired[str]
    """The other shift."""


class ShiftDelete(TypedDict):
    refs: List[str]
    """Refs of 1 to 50 shifts."""
    scope: NotRequired[Literal["this", "this_and_following"]]
    """this_and_following includes the later shifts of the series. If not sent: `this`."""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class ShiftFundingItem(TypedDict):
    client: Person
    funding_type: NotRequired[str]
    price_code: NotRequired[int]
    claim_type: NotRequired[str]


class ShiftNote(TypedDict):
    id: int
    staff: NotRequired[Person]
    notes: str
    created_at: str
    """Creation time as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""


class ShiftNoteAddedWebhookDetail(TypedDict):
    note_id: int
    """The added note."""


class ShiftNoteCreate(TypedDict):
    notes: str
    staff_id: NotRequired[Optional[int]]
    """Author of the note."""
    segment_id: NotRequired[Optional[int]]
    """Segment of the shift that the note is about."""


class ShiftPatch(TypedDict):
    start: NotRequired[str]
    """Start in local time of the organisation. Such as 2026-11-30 09:15:00."""
    end: NotRequired[str]
    """End in local time: after start, at most 7 days later. Such as 2026-11-30 09:15:00."""
    client_ids: NotRequired[List[int]]
    """Clients. Exactly one on a single shift, at least one on a group shift."""
    staff_ids: NotRequired[List[int]]
    """Staff. Empty for an open shift."""
    title: NotRequired[str]
    site_id: NotRequired[Optional[int]]
    """Required on a site shift, optional on a group shift."""
    services: NotRequired[List[ShiftPatchServicesItem]]
    segments: NotRequired[List[ShiftPatchSegmentsItem]]
    address: NotRequired[Optional[str]]
    client_charge_split: NotRequired[List[ShiftPatchClientChargeSplitItem]]
    """Only on group and site shifts: one share for each client, 1 in total. Default: equal shares."""
    override_conflicts: NotRequired[List[Literal["staff_overlap", "client_overlap", "staff_not_active", "staff_non_compliant", "client_archived", "site_full"]]]
    """Codes of blocking conflicts to accept. Requires override_reason."""
    override_reason: NotRequired[str]
    """Reason for the override. The event records it."""
    recurrence: NotRequired[Optional[ShiftPatchRecurrence]]
    """A rule starts a series, or changes the rule of the series. null ends the series."""
    scope: NotRequired[Literal["this", "this_and_following"]]
    """this_and_following includes the later shifts of the series. If not sent: `this`."""
    dry_run: NotRequired[bool]
    """Validates the request and stores nothing. If not sent: `false`."""


class ShiftPatchClientChargeSplitItem(TypedDict):
    client_id: int
    share: float
    """Share of the charge, from 0 to 1 with at most 6 decimals."""


class ShiftPatchRecurrence(TypedDict):
    """A rule starts a series, or changes the rule of the series. null ends the series."""

    every: NotRequired[Optional[int]]
    """Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`."""
    unit: Literal["Day", "Week", "Month"]
    on_days: NotRequired[Optional[List[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]]]]
    """Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date."""
    month_on_day: NotRequired[Optional[int]]
    """Day of the month. Only with unit Month. Months without this day are skipped."""
    month_on_the: NotRequired[Literal["First Monday", "First Tuesday", "First Wednesday", "First Thursday", "First Friday", "First Saturday", "First Sunday", "Second Monday", "Second Tuesday", "Second Wednesday", "Second Thursday", "Second Friday", "Second Saturday", "Second Sunday", "Third Monday", "Third Tuesday", "Third Wednesday", "Third Thursday", "Third Friday", "Third Saturday", "Third Sunday", "Fourth Monday", "Fourth Tuesday", "Fourth Wednesday", "Fourth Thursday", "Fourth Friday", "Fourth Saturday", "Fourth Sunday", "Last Monday", "Last Tuesday", "Last Wednesday", "Last Thursday", "Last Friday", "Last Saturday", "Last Sunday", None]]
    """Weekday of the month, instead of month_on_day. Only with unit Month."""
    ends_after: NotRequired[Optional[int]]
    """Number of occurrences, including the first."""
    ends_on: NotRequired[Optional[str]]
    """Last possible date, instead of ends_after. Such as 2026-11-30."""


class ShiftPatchSegmentsItem(TypedDict):
    id: NotRequired[int]
    """Id of an existing segment of this shift."""
    start: str
    """Start in local time, within the shift. Such as 2026-11-30 09:15:00."""
    end: str
    """End in local time, within the shift. Such as 2026-11-30 09:15:00."""
    service: str
    staff_ids: NotRequired[List[int]]
    """Staff of the segment, from staff_ids."""


class ShiftPatchServicesItem(TypedDict):
    staff_id: NotRequired[Optional[int]]
    """One of staff_ids."""
    service: str


class ShiftPublish(TypedDict):
    refs: List[str]
    """Refs of 1 to 50 shifts."""
    scope: NotRequired[Literal["this", "this_and_following"]]
    """this_and_following includes the later shifts of the series. If not sent: `this`."""
    override_conflicts: NotRequired[List[Literal["staff_overlap", "client_overlap", "staff_not_active", "staff_non_compliant", "client_archived", "site_full"]]]
    """Codes of blocking conflicts to accept. Requires override_reason."""
    override_reason: NotRequired[str]
    """Reason for the override. The event records it."""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class ShiftPublishedWebhookDetail(TypedDict):
    overridden: NotRequired[List[ShiftPublishedWebhookDetailOverriddenItem]]
    """Conflicts that the request overrode."""


class ShiftPublishedWebhookDetailOverriddenItem(TypedDict):
    code: str
    """The code of the conflict."""
    staff_id: NotRequired[int]
    client_id: NotRequired[int]
    ref: NotRequired[str]
    """The other shift."""


class ShiftRecurrence(TypedDict):
    series_id: int
    """The series of the shift."""
    every: NotRequired[Optional[int]]
    """Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`."""
    unit: Union[Literal["Day", "Week", "Month"], str]
    on_days: NotRequired[Optional[List[Union[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], str]]]]
    """Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date."""
    month_on_day: NotRequired[Optional[int]]
    """Day of the month. Only with unit Month. Months without this day are skipped."""
    month_on_the: NotRequired[Union[Literal["First Monday", "First Tuesday", "First Wednesday", "First Thursday", "First Friday", "First Saturday", "First Sunday", "Second Monday", "Second Tuesday", "Second Wednesday", "Second Thursday", "Second Friday", "Second Saturday", "Second Sunday", "Third Monday", "Third Tuesday", "Third Wednesday", "Third Thursday", "Third Friday", "Third Saturday", "Third Sunday", "Fourth Monday", "Fourth Tuesday", "Fourth Wednesday", "Fourth Thursday", "Fourth Friday", "Fourth Saturday", "Fourth Sunday", "Last Monday", "Last Tuesday", "Last Wednesday", "Last Thursday", "Last Friday", "Last Saturday", "Last Sunday", None], str]]
    """Weekday of the month, instead of month_on_day. Only with unit Month."""
    ends_after: NotRequired[Optional[int]]
    """Number of occurrences, including the first."""
    ends_on: NotRequired[Optional[str]]
    """Last possible date, instead of ends_after. Such as 2026-11-30."""


class ShiftRefs(TypedDict):
    refs: List[str]
    """Refs of 1 to 50 shifts."""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class ShiftRestore(TypedDict):
    override_conflicts: NotRequired[List[Literal["staff_overlap", "client_overlap", "staff_not_active", "staff_non_compliant", "client_archived", "site_full"]]]
    """Codes of blocking conflicts to accept. Requires override_reason."""
    override_reason: NotRequired[str]
    """Reason for the override. The event records it."""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class ShiftRestoredWebhookDetail(TypedDict):
    overridden: NotRequired[List[ShiftRestoredWebhookDetailOverriddenItem]]
    """Conflicts that the request overrode."""


class ShiftRestoredWebhookDetailOverriddenItem(TypedDict):
    code: str
    """The code of the conflict."""
    staff_id: NotRequired[int]
    client_id: NotRequired[int]
    ref: NotRequired[str]
    """The other shift."""


class ShiftSegment(TypedDict):
    """A part of a shift with its own service."""

    id: int
    start: str
    """Start as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    end: str
    """End as YYYY-MM-DD HH:MM:SS in the organisation’s timezone."""
    service: str
    staff: List[Person]
    shift_notes: List[ShiftNote]
    """Notes about this segment."""


class ShiftServicesItem(TypedDict):
    staff: NotRequired[str]
    service: str


class ShiftUpdatedWebhookDetail(TypedDict):
    overridden: NotRequired[List[ShiftUpdatedWebhookDetailOverriddenItem]]
    """Conflicts that the request overrode."""


class ShiftUpdatedWebhookDetailOverriddenItem(TypedDict):
    code: str
    """The code of the conflict."""
    staff_id: NotRequired[int]
    client_id: NotRequired[int]
    ref: NotRequired[str]
    """The other shift."""


class ShiftsAddNoteResponse(TypedDict):
    data: ShiftNote


class ShiftsCancelResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    data: Shift
    series: NotRequired[ShiftsCancelResponseSeries]


class ShiftsCancelResponseSeries(TypedDict):
    changed: int
    """Number of later shifts that changed; with a new rule, that were removed."""
    created: NotRequired[int]
    """Number of shifts that a new rule created."""
    skipped: List[ShiftsCancelResponseSeriesSkippedItem]
    """Later shifts that did not change, with the reason."""


class ShiftsCancelResponseSeriesSkippedItem(TypedDict):
    ref: str
    reason: str


class ShiftsClockInResponse(TypedDict):
    ref: str
    succeeded: int
    failed: int
    results: List[ShiftsClockInResponseResultsItem]


class ShiftsClockInResponseResultsItem(TypedDict):
    staff: str
    ok: bool


class ShiftsClockOutResponse(TypedDict):
    ref: str
    succeeded: int
    failed: int
    results: List[ShiftsClockOutResponseResultsItem]


class ShiftsClockOutResponseResultsItem(TypedDict):
    staff: str
    ok: bool


class ShiftsCorrectAttendanceResponse(TypedDict):
    data: Shift


class ShiftsCreateResponse200(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored, and new refs and ids are not valid."""
    data: Shift
    series: NotRequired[ShiftsCreateResponse200Series]
    conflicts: NotRequired[List[ShiftConflict]]
    """Warnings and overridden conflicts. Omitted if there are none."""


class ShiftsCreateResponse200Series(TypedDict):
    id: int
    created: int


class ShiftsCreateResponse201(TypedDict):
    data: Shift
    series: NotRequired[ShiftsCreateResponse201Series]
    conflicts: NotRequired[List[ShiftConflict]]
    """Warnings and overridden conflicts. Omitted if there are none."""


class ShiftsCreateResponse201Series(TypedDict):
    id: int
    """Id of the new series."""
    created: int
    """Number of shifts created."""


class ShiftsDeleteResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    succeeded: int
    failed: int
    results: List[ShiftsDeleteResponseResultsItem]


class ShiftsDeleteResponseResultsItem(TypedDict):
    ref: str
    ok: bool
    message: NotRequired[str]
    error: NotRequired[str]


class ShiftsGetConflictsResponse(TypedDict):
    data: List[ShiftConflict]


class ShiftsGetResponse(TypedDict):
    data: Shift


class ShiftsListResponse(TypedDict):
    data: List[Shift]
    meta: Union[Meta, KeysetMeta]


class ShiftsPublishResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    succeeded: int
    failed: int
    results: List[ShiftsPublishResponseResultsItem]


class ShiftsPublishResponseResultsItem(TypedDict):
    ref: str
    ok: bool
    message: NotRequired[str]
    error: NotRequired[str]
    conflicts: NotRequired[List[ShiftConflict]]
    """The first 100 conflicts of a draft that was not published because of one that blocks. Omitted once a response has 500."""


class ShiftsRestoreResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    data: Shift
    conflicts: NotRequired[List[ShiftConflict]]
    """Warnings and overridden conflicts. Omitted if there are none."""


class ShiftsUnpublishResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    succeeded: int
    failed: int
    results: List[ShiftsUnpublishResponseResultsItem]


class ShiftsUnpublishResponseResultsItem(TypedDict):
    ref: str
    ok: bool
    message: NotRequired[str]
    error: NotRequired[str]


class ShiftsUpdateResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored, and new refs and ids are not valid."""
    updated: List[str]
    """Names of the fields that changed."""
    data: Shift
    series: NotRequired[ShiftsUpdateResponseSeries]
    conflicts: NotRequired[List[ShiftConflict]]
    """Warnings and overridden conflicts. Omitted if there are none."""


class ShiftsUpdateResponseSeries(TypedDict):
    changed: int
    """Number of later shifts that changed; with a new rule, that were removed."""
    created: NotRequired[int]
    """Number of shifts that a new rule created."""
    skipped: List[ShiftsUpdateResponseSeriesSkippedItem]
    """Later shifts that did not change, with the reason."""


class ShiftsUpdateResponseSeriesSkippedItem(TypedDict):
    ref: str
    reason: str


class Site(TypedDict):
    """A house or location for site shifts. Fields without a value are omitted."""

    id: int
    name: str
    type: NotRequired[str]
    status: str
    address: NotRequired[str]
    client_capacity: NotRequired[int]
    manager: NotRequired[str]
    tags: NotRequired[List[str]]
    participants: List[SiteParticipantsItem]
    """The clients a site shift can include."""
    support_staff: NotRequired[List[SiteSupportStaffItem]]
    """The staff who work at the site. Only with include_staff=true, and in the response of a create or update."""
    admin_staff: NotRequired[List[SiteAdminStaffItem]]
    """The staff who run the site. Only with include_staff=true, and in the response of a create or update."""


class SiteAdminStaffItem(TypedDict):
    id: int
    name: str


class SiteCreate(TypedDict):
    name: str
    type: NotRequired[Optional[str]]
    """Any text, such as SIL."""
    status: NotRequired[str]
    """Any text, such as Active. If not sent: `Active`."""
    address: NotRequired[Optional[str]]
    client_capacity: NotRequired[Optional[int]]
    manager: NotRequired[Optional[str]]
    tags: NotRequired[Optional[List[str]]]
    participant_ids: NotRequired[Optional[List[int]]]
    """Ids of the clients a site shift can include, in this order."""
    support_staff_ids: NotRequired[Optional[List[int]]]
    """Ids of the staff who work at the site, in this order."""
    admin_staff_ids: NotRequired[Optional[List[int]]]
    """Ids of the staff who run the site, in this order."""


class SiteParticipantsItem(TypedDict):
    id: int
    name: str


class SitePatch(TypedDict):
    name: NotRequired[str]
    type: NotRequired[Optional[str]]
    """Any text, such as SIL."""
    status: NotRequired[str]
    """Any text, such as Active."""
    address: NotRequired[Optional[str]]
    client_capacity: NotRequired[Optional[int]]
    manager: NotRequired[Optional[str]]
    tags: NotRequired[Optional[List[str]]]
    participant_ids: NotRequired[Optional[List[int]]]
    """Ids of the clients a site shift can include, in this order."""
    support_staff_ids: NotRequired[Optional[List[int]]]
    """Ids of the staff who work at the site, in this order."""
    admin_staff_ids: NotRequired[Optional[List[int]]]
    """Ids of the staff who run the site, in this order."""


class SiteSupportStaffItem(TypedDict):
    id: int
    name: str


class SitesCreateResponse(TypedDict):
    data: Site


class SitesGetResponse(TypedDict):
    data: Site


class SitesListResponse(TypedDict):
    data: List[Site]
    meta: NotRequired[KeysetMeta]
    """Only with after_id."""


class SitesUpdateResponse(TypedDict):
    data: Site


class Space(TypedDict):
    """A folder of insights and dashboards."""

    id: int
    name: str
    subfolders: List[Subfolder]


class SpacesCreateBody(TypedDict):
    name: str


class SpacesCreateResponse(TypedDict):
    data: Space


class SpacesCreateSubfolderBody(TypedDict):
    name: str
    id: NotRequired[str]
    """Its id, unique in the space; made from the name if it is not sent."""


class SpacesCreateSubfolderResponse(TypedDict):
    data: Subfolder


class SpacesDeleteResponse(TypedDict):
    deleted: int
    """Id of the deleted space."""


class SpacesDeleteSubfolderResponse(TypedDict):
    deleted: str
    """Id of the deleted subfolder."""


class SpacesUpdateBody(TypedDict):
    name: NotRequired[str]


class SpacesUpdateResponse(TypedDict):
    data: Space


class SpacesUpdateSubfolderBody(TypedDict):
    name: NotRequired[str]


class SpacesUpdateSubfolderResponse(TypedDict):
    data: Subfolder


class Staff(TypedDict):
    """A member of staff. Suppliers are not staff."""

    id: int
    """The user id."""
    first_name: str
    last_name: str
    email: NotRequired[str]
    """Omitted if there is none."""
    phone: NotRequired[str]
    """Omitted if there is none."""
    status: Union[Literal["Active", "Inactive", "Pending", "Non-compliant", "Archived"], str]
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class StaffCalendarChangedWebhookDetail(TypedDict):
    detail: str
    """busy, shift or full."""


class StaffCalendarCreatedWebhookDetail(TypedDict):
    detail: str
    """busy, shift or full."""


class StaffCreate(TypedDict):
    first_name: str
    last_name: str
    email: NotRequired[Optional[str]]
    phone: NotRequired[Optional[str]]
    status: NotRequired[Literal["Active", "Inactive", "Pending", "Non-compliant", "Archived"]]
    """If not sent: `Pending`."""


class StaffCreateCalendarResponse200(TypedDict):
    data: Calendar


class StaffCreateCalendarResponse201(TypedDict):
    data: Calendar


class StaffCreateResponse(TypedDict):
    data: Staff


class StaffDeleteCalendarResponse(TypedDict):
    deleted: int
    """Id of the staff member whose calendar has ended."""


class StaffGetCalendarResponse(TypedDict):
    data: Calendar


class StaffGetResponse(TypedDict):
    data: Staff


class StaffListResponse(TypedDict):
    data: List[Staff]
    meta: Union[Meta, KeysetMeta]


class StaffMove(TypedDict):
    status: Literal["Active", "Inactive", "Pending", "Non-compliant", "Archived"]
    reason: NotRequired[str]
    """Recorded in the event."""


class StaffPatch(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email: NotRequired[Optional[str]]
    phone: NotRequired[Optional[str]]
    status: NotRequired[Literal["Active", "Inactive", "Pending", "Non-compliant", "Archived"]]


class StaffSetStatusResponse(TypedDict):
    data: Staff


StaffStatusChangedWebhookDetail = TypedDict(
    "StaffStatusChangedWebhookDetail",
    {
        "from": "str",
        "to": "str",
    },
)


class StaffUpdateResponse(TypedDict):
    data: Staff


class Subfolder(TypedDict):
    id: str
    name: str


class SyncResponse(TypedDict):
    """The result for each task, in the order of task_ids, or by id for from and to"""

    dry_run: NotRequired[bool]
    """true for a dry run: nothing was stored"""
    succeeded: int
    failed: int
    results: List[SyncResponseResultsItem]


class SyncResponseResultsItem(TypedDict):
    task: int
    ok: bool
    message: NotRequired[str]
    error: NotRequired[str]
    billables: List[SyncResponseResultsItemBillablesItem]
    """The pending and invoiced billables of the task, existing and created"""


class SyncResponseResultsItemBillablesItem(TypedDict):
    id: NotRequired[int]
    """Omitted for a billable that a dry run would create"""
    charge_id: int
    total_cost: float
    """The amount to be invoiced, at most 2 decimals"""


class Task(TypedDict):
    """A piece of work for a client, with its charges"""

    id: int
    title: str
    date: str
    """Such as 2026-11-30."""
    client: NotRequired[Person]
    assignee: NotRequired[Person]
    minutes: int
    price_code: NotRequired[int]
    """The price code of the primary charge"""
    charge: NotRequired[str]
    """The name of the primary charge"""
    billable: bool
    completed: bool
    can_edit: bool
    """false while the task is billed"""
    charges: List[TaskCharge]
    notes: List[TaskNote]
    documents: List[TaskDocument]
    recurrence: NotRequired[TaskRecurrence]


class TaskCharge(TypedDict):
    id: int
    name: str
    price_code: int
    """The price code’s id"""
    minutes: int
    total_cost: float
    """At most 2 decimals"""
    claim_type: Union[Literal["Standard", "Cancellation", "Report writing", "Travel", "Non-face-to-face", "Telehealth", "Irregular SIL"], str]
    primary: bool
    """Exactly one charge of a task is primary"""
    billed_statuses: NotRequired[List[BilledStatus]]
    """Present only on a billed charge, which cannot be edited: all its billables"""


class TaskChargeCreate(TypedDict):
    price_code: int
    """Id of a price code for the task’s client, with a price on the task’s date"""
    minutes: NotRequired[int]
    claim_type: NotRequired[Literal["Standard", "Cancellation", "Report writing", "Travel", "Non-face-to-face", "Telehealth", "Irregular SIL"]]
    """A claim type that the price code lists"""
    name: NotRequired[str]


class TaskChargeCreatedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""


class TaskChargeDeletedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""


class TaskChargeMadePrimaryWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""


class TaskChargePatch(TypedDict):
    price_code: NotRequired[int]
    """Id of a price code for the task’s client, with a price on the task’s date"""
    minutes: NotRequired[int]
    claim_type: NotRequired[Literal["Standard", "Cancellation", "Report writing", "Travel", "Non-face-to-face", "Telehealth", "Irregular SIL"]]
    """A claim type that the price code lists"""
    name: NotRequired[str]


class TaskChargeUpdatedWebhookDetail(TypedDict):
    task_id: int
    """The task of the charge or billable."""


class TaskChargesDeleteResponse(TypedDict):
    deleted: int
    """Id of the deleted charge"""
    data: Task


class TaskChargesMakePrimaryResponse(TypedDict):
    primary: int
    """Id of the primary charge"""
    data: Task


class TaskChargesUpdateResponse(TypedDict):
    updated: List[str]
    """Names of the fields that changed"""
    data: Task


class TaskCreate(TypedDict):
    title: str
    """What to do"""
    date: str
    """The day of the task. Such as 2026-11-30."""
    client: NotRequired[Optional[int]]
    """Id of the client, or null for none"""
    client_id: NotRequired[Optional[int]]
    """Alias of client"""
    assignee: NotRequired[Optional[int]]
    """Id of the assigned staff member, or null for none"""
    assignee_id: NotRequired[Optional[int]]
    """Alias of assignee"""
    minutes: NotRequired[int]
    """Duration in minutes"""
    price_code: NotRequired[int]
    """Id of a price code for the task’s client. It sets the primary charge."""
    billable: NotRequired[bool]
    """true needs a price code, in this request or of the primary charge"""
    completed: NotRequired[bool]
    """Whether the task is done"""
    recurrence: NotRequired[Optional[TaskCreateRecurrence]]
    """Makes the task the first of a series"""


class TaskCreateRecurrence(TypedDict):
    """Makes the task the first of a series"""

    every: NotRequired[Optional[int]]
    """Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`."""
    unit: Literal["Day", "Week", "Month"]
    on_days: NotRequired[Optional[List[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]]]]
    """Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date."""
    month_on_day: NotRequired[Optional[int]]
    """Day of the month. Only with unit Month. Months without this day are skipped."""
    month_on_the: NotRequired[Literal["First Monday", "First Tuesday", "First Wednesday", "First Thursday", "First Friday", "First Saturday", "First Sunday", "Second Monday", "Second Tuesday", "Second Wednesday", "Second Thursday", "Second Friday", "Second Saturday", "Second Sunday", "Third Monday", "Third Tuesday", "Third Wednesday", "Third Thursday", "Third Friday", "Third Saturday", "Third Sunday", "Fourth Monday", "Fourth Tuesday", "Fourth Wednesday", "Fourth Thursday", "Fourth Friday", "Fourth Saturday", "Fourth Sunday", "Last Monday", "Last Tuesday", "Last Wednesday", "Last Thursday", "Last Friday", "Last Saturday", "Last Sunday", None]]
    """Weekday of the month, instead of month_on_day. Only with unit Month."""
    ends_after: NotRequired[Optional[int]]
    """Number of occurrences, including the first."""
    ends_on: NotRequired[Optional[str]]
    """Last possible date, instead of ends_after. Such as 2026-11-30."""


class TaskDelete(TypedDict):
    scope: NotRequired[Literal["this", "this_and_following"]]
    """Of a repeating task: this task alone (the default), or also the later tasks of its series"""
    dry_run: NotRequired[bool]
    """true validates the request, returns what would change, and stores nothing."""


class TaskDocument(TypedDict):
    id: int
    name: str
    created_at: str
    """When it was added: YYYY-MM-DD HH:MM:SS, local"""


class TaskDocumentAddedWebhookDetail(TypedDict):
    document_id: int
    """The added document."""


class TaskDocumentCreate(TypedDict):
    name: str


class TaskNote(TypedDict):
    id: int
    type: str
    notes: str
    created_at: str
    """When it was created: YYYY-MM-DD HH:MM:SS, local"""


class TaskNoteAddedWebhookDetail(TypedDict):
    note_id: int
    """The added note."""


class TaskNoteCreate(TypedDict):
    notes: str
    type: NotRequired[str]
    """Any text, such as General. If not sent: `General`."""


class TaskPatch(TypedDict):
    title: NotRequired[str]
    """What to do"""
    date: NotRequired[str]
    """The day of the task. Such as 2026-11-30."""
    client: NotRequired[Optional[int]]
    """Id of the client, or null for none"""
    client_id: NotRequired[Optional[int]]
    """Alias of client"""
    assignee: NotRequired[Optional[int]]
    """Id of the assigned staff member, or null for none"""
    assignee_id: NotRequired[Optional[int]]
    """Alias of assignee"""
    minutes: NotRequired[int]
    """Duration in minutes"""
    price_code: NotRequired[int]
    """Id of a price code for the task’s client. It sets the primary charge."""
    billable: NotRequired[bool]
    """true needs a price code, in this request or of the primary charge"""
    completed: NotRequired[bool]
    """Whether the task is done"""
    recurrence: NotRequired[Optional[TaskPatchRecurrence]]
    """A rule starts or replaces the recurrence; null stops it"""
    scope: NotRequired[Literal["this", "this_and_following"]]
    """Of a repeating task: this task alone (the default), or also the later tasks of its series"""


class TaskPatchRecurrence(TypedDict):
    """A rule starts or replaces the recurrence; null stops it"""

    every: NotRequired[Optional[int]]
    """Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`."""
    unit: Literal["Day", "Week", "Month"]
    on_days: NotRequired[Optional[List[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]]]]
    """Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date."""
    month_on_day: NotRequired[Optional[int]]
    """Day of the month. Only with unit Month. Months without this day are skipped."""
    month_on_the: NotRequired[Literal["First Monday", "First Tuesday", "First Wednesday", "First Thursday", "First Friday", "First Saturday", "First Sunday", "Second Monday", "Second Tuesday", "Second Wednesday", "Second Thursday", "Second Friday", "Second Saturday", "Second Sunday", "Third Monday", "Third Tuesday", "Third Wednesday", "Third Thursday", "Third Friday", "Third Saturday", "Third Sunday", "Fourth Monday", "Fourth Tuesday", "Fourth Wednesday", "Fourth Thursday", "Fourth Friday", "Fourth Saturday", "Fourth Sunday", "Last Monday", "Last Tuesday", "Last Wednesday", "Last Thursday", "Last Friday", "Last Saturday", "Last Sunday", None]]
    """Weekday of the month, instead of month_on_day. Only with unit Month."""
    ends_after: NotRequired[Optional[int]]
    """Number of occurrences, including the first."""
    ends_on: NotRequired[Optional[str]]
    """Last possible date, instead of ends_after. Such as 2026-11-30."""


class TaskRecurrence(TypedDict):
    """How the task repeats. Fields that do not apply are omitted."""

    every: NotRequired[Optional[int]]
    """Interval in units, counted from the day, week or month of the first date. 2 with unit Week: every second week. If not sent: `1`."""
    unit: Union[Literal["Day", "Week", "Month"], str]
    on_days: NotRequired[Optional[List[Union[Literal["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], str]]]]
    """Days of the week. Only with unit Week; weeks start on Monday. Default: the weekday of the first date."""
    month_on_day: NotRequired[Optional[int]]
    """Day of the month. Only with unit Month. Months without this day are skipped."""
    month_on_the: NotRequired[Union[Literal["First Monday", "First Tuesday", "First Wednesday", "First Thursday", "First Friday", "First Saturday", "First Sunday", "Second Monday", "Second Tuesday", "Second Wednesday", "Second Thursday", "Second Friday", "Second Saturday", "Second Sunday", "Third Monday", "Third Tuesday", "Third Wednesday", "Third Thursday", "Third Friday", "Third Saturday", "Third Sunday", "Fourth Monday", "Fourth Tuesday", "Fourth Wednesday", "Fourth Thursday", "Fourth Friday", "Fourth Saturday", "Fourth Sunday", "Last Monday", "Last Tuesday", "Last Wednesday", "Last Thursday", "Last Friday", "Last Saturday", "Last Sunday", None], str]]
    """Weekday of the month, instead of month_on_day. Only with unit Month."""
    ends_after: NotRequired[Optional[int]]
    """Number of occurrences, including the first."""
    ends_on: NotRequired[Optional[str]]
    """Last possible date, instead of ends_after. Such as 2026-11-30."""


class TasksAddChargeResponse(TypedDict):
    created: int
    """Id of the created charge"""
    data: Task


class TasksAddDocumentResponse(TypedDict):
    data: TaskDocument


class TasksAddNoteResponse(TypedDict):
    data: TaskNote


class TasksCreateResponse(TypedDict):
    created: int
    """Id of the created task"""
    data: Task
    series: NotRequired[TasksCreateResponseSeries]


class TasksCreateResponseSeries(TypedDict):
    id: int
    """Id of the created series"""
    created: int
    """Number of created tasks, including this one"""


class TasksDeleteResponse(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    deleted: int
    """Id of the deleted task"""
    series: NotRequired[TasksDeleteResponseSeries]


class TasksDeleteResponseSeries(TypedDict):
    deleted: int
    """Number of later tasks that were deleted"""
    skipped: List[TasksDeleteResponseSeriesSkippedItem]
    """Later tasks that did not change because they are completed or billed, with the reason"""


class TasksDeleteResponseSeriesSkippedItem(TypedDict):
    id: int
    reason: str


class TasksGetResponse(TypedDict):
    data: Task


class TasksListResponse(TypedDict):
    data: List[Task]
    meta: Union[Meta, KeysetMeta]


class TasksUpdateResponse(TypedDict):
    updated: List[str]
    """Names of the fields in the body that changed, and price_code if the date changed it"""
    data: Task
    series: NotRequired[TasksUpdateResponseSeries]


class TasksUpdateResponseSeries(TypedDict):
    changed: int
    """Number of later tasks that were updated or, with a new rule, deleted"""
    created: NotRequired[int]
    """Number of tasks that a new rule created"""
    skipped: List[TasksUpdateResponseSeriesSkippedItem]
    """Later tasks that did not change because they are completed or billed, with the reason"""


class TasksUpdateResponseSeriesSkippedItem(TypedDict):
    id: int
    reason: str


class ValidationError(TypedDict):
    """The validation errors by field. A change that is not allowed may have a message only."""

    message: str
    errors: NotRequired[Dict[str, List[str]]]
    """A list of messages for each field. Nested fields are written like `operations.2.position`. If there are more than 200 errors, `*` has the number of those that are not listed."""
    error: NotRequired[str]
    conflicts: NotRequired[List[ShiftConflict]]
    """Roster only: the conflicts of the shift."""
    duplicates: NotRequired[List[LikelyClient]]
    """Conversion of a prospect only: existing clients that may be the same person."""
    issues: NotRequired[List[FormIssue]]
    """Publishing a form only: the issues to fix first."""


class Webhook(TypedDict):
    """An address that events are sent to."""

    id: int
    url: str
    """Where events are sent."""
    types: List[str]
    """Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`."""
    description: Optional[str]
    """What it is for."""
    ordered: bool
    """Whether each event waits until the one before is delivered or has failed, whatever record it is about."""
    status: Union[Literal["active", "resting", "waiting", "disabled"], str]
    """active; resting after failures, until next_attempt_at; waiting while no token of the connection is valid; or disabled."""
    disabled_reason: Union[Literal["gone", "failing", "request", None], str]
    """gone: the receiver answered 410. failing: five days without a success. request: by PATCH or a command. Null if it is not disabled."""
    not_allowed: List[str]
    """Types that match and that no valid token of the connection may read. Their events are not sent."""
    failing_since: Optional[str]
    """The first failure since the last success."""
    next_attempt_at: Optional[str]
    """The next attempt after failures. Null if none is due."""
    position: int
    """Number of an event. All up to it were delivered, have failed, are not for this webhook, or are pending."""
    behind: int
    """How many events the feed has after the position."""
    secrets: List[WebhookSecretsItem]
    """The valid secrets, the current one first. Requests are signed with each of them."""
    created_at: str
    """ISO 8601 with microseconds and a trailing Z"""
    updated_at: str
    """ISO 8601 with microseconds and a trailing Z"""


class WebhookAttempt(TypedDict):
    """One request to the receiver."""

    at: str
    """When it was made."""
    status_code: Optional[int]
    """Status of the response. Null if there was none."""
    duration_ms: int
    """Milliseconds until the status, or until the failure."""
    error: Optional[str]
    """Why it failed. Null if it succeeded."""
    response: Optional[str]
    """The beginning of the text of a failed response."""


WebhookCreate = TypedDict(
    "WebhookCreate",
    {
        "url": "str",
        "types": "NotRequired[List[str]]",
        "description": "NotRequired[Optional[str]]",
        "ordered": "NotRequired[bool]",
        "from": "NotRequired[Union[int, str]]",
        "dry_run": "NotRequired[bool]",
    },
)


class WebhookData(TypedDict):
    id: int
    """Number of the event: 1, 2, 3 … without a gap in each organisation."""
    feed: str
    """Name of the feed that the number is from."""
    organisation: str
    """The organisation, by its slug."""
    subject: EventSubject
    fields: List[str]
    """Names of the fields that changed, or that were sent to create it."""
    detail_omitted: NotRequired[Literal[True]]
    """The detail is left out, because the body would have more than 20 KB: read `GET /events/{id}`."""
    connection: Optional[str]
    """The connection that made the change. Null for series, imports and public forms."""
    test: NotRequired[Literal[True]]
    """Only in a test: no event has happened."""


class WebhookDelivery(TypedDict):
    """An event that was sent, or is to be sent, to a webhook."""

    event_id: int
    """Number of the event in the feed."""
    type: EventTypeName
    subject: EventSubject
    status: Union[Literal["pending", "delivered", "failed"], str]
    """pending until the next attempt, delivered by a 2xx, or failed after the last attempt."""
    attempts: int
    """Number of attempts so far."""
    next_attempt_at: Optional[str]
    """When a pending delivery is due."""
    last_attempt: Optional[WebhookAttempt]
    """Null before the first."""
    is_replay: bool
    """Whether it was sent again by a request."""


class WebhookDeliveryWithTries(TypedDict):
    """A delivery with all its attempts."""

    event_id: int
    """Number of the event in the feed."""
    type: EventTypeName
    subject: EventSubject
    status: Union[Literal["pending", "delivered", "failed"], str]
    """pending until the next attempt, delivered by a 2xx, or failed after the last attempt."""
    attempts: int
    """Number of attempts so far."""
    next_attempt_at: Optional[str]
    """When a pending delivery is due."""
    last_attempt: Optional[WebhookAttempt]
    """Null before the first."""
    is_replay: bool
    """Whether it was sent again by a request."""
    tries: List[WebhookAttempt]
    """Every attempt, the first one first."""


class WebhookDisabledWebhookDetail(TypedDict):
    webhook_id: int
    """The webhook."""
    reason: str
    """gone, failing or request."""


class WebhookPatch(TypedDict):
    url: NotRequired[str]
    """Where events are sent: an https address on the public internet."""
    types: NotRequired[List[str]]
    """Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`."""
    description: NotRequired[Optional[str]]
    """What it is for."""
    ordered: NotRequired[bool]
    """Whether each event waits until the one before is delivered or has failed, whatever record it is about."""
    enabled: NotRequired[bool]
    """false disables the webhook, true enables it again."""
    resume: NotRequired[Literal["continue", "latest"]]
    """With `enabled: true`: whether a disabled webhook continues where it stopped, which is what happens if it is not sent, or sends new events alone."""


WebhookReplay = TypedDict(
    "WebhookReplay",
    {
        "from": "Union[int, str]",
        "to": "NotRequired[Union[int, str]]",
        "only": "NotRequired[Literal[\"failed\", \"all\"]]",
        "dry_run": "NotRequired[bool]",
    },
)


class WebhookSecretsItem(TypedDict):
    last_four: str
    """Its last four characters."""
    expires_at: Optional[str]
    """When it ends. Null for the current secret."""


class WebhookTest(TypedDict):
    type: NotRequired[Literal["webhook.test", "client.created", "client.updated", "client.archived", "client.restored", "business.created", "business.updated", "business.deleted", "note.created", "note.updated", "note_template.created", "note_template.updated", "note_template.deleted", "staff.created", "staff.updated", "staff.status_changed", "staff.calendar_created", "staff.calendar_changed", "staff.calendar_deleted", "site.created", "site.updated", "shift.created", "shift.updated", "shift.published", "shift.unpublished", "shift.clocked_in", "shift.clocked_out", "shift.attendance_corrected", "shift.cancelled", "shift.restored", "shift.deleted", "shift.removed", "shift.note_added", "task.created", "task.updated", "task.completed", "task.reopened", "task.deleted", "task.note_added", "task.document_added", "task_charge.created", "task_charge.updated", "task_charge.deleted", "task_charge.made_primary", "price_code.created", "price_code.updated", "billable.created", "billable.updated", "billable.removed", "billable.invoiced", "billable.voided", "prospect.created", "prospect.updated", "prospect.stage_changed", "prospect.note_added", "prospect.converted", "prospect_options.updated", "form.created", "form.updated", "form.published", "form.unpublished", "form_submission.created", "form_submission.updated", "form_submission.status_changed", "space.created", "space.updated", "space.deleted", "insight.created", "insight.updated", "insight.deleted", "dashboard.created", "dashboard.updated", "dashboard.deleted", "organisation.updated", "organisation.imported", "webhook.disabled"]]
    """The type whose example is sent. If not sent: `webhook.test`."""


class WebhooksCreateResponse200(TypedDict):
    dry_run: NotRequired[bool]
    """true in a dry run: nothing was stored."""
    data: Webhook
    secret: Optional[str]
    """Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key."""


class WebhooksCreateResponse201(TypedDict):
    data: Webhook
    secret: Optional[str]
    """Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key."""


class WebhooksDeleteResponse(TypedDict):
    data: Webhook


class WebhooksGetDeliveryResponse(TypedDict):
    data: WebhookDeliveryWithTries


class WebhooksGetResponse(TypedDict):
    data: Webhook


class WebhooksListDeliveriesResponse(TypedDict):
    data: List[WebhookDelivery]
    meta: WebhooksListDeliveriesResponseMeta


class WebhooksListDeliveriesResponseMeta(TypedDict):
    next_cursor: Optional[str]
    """Send it as `cursor` for the next page. Null on the last."""


class WebhooksListResponse(TypedDict):
    data: List[Webhook]


WebhooksReplayResponse = TypedDict(
    "WebhooksReplayResponse",
    {
        "dry_run": "NotRequired[bool]",
        "from": "int",
        "to": "int",
        "events": "int",
    },
)


class WebhooksResendResponse(TypedDict):
    data: WebhookDelivery


class WebhooksRotateSecretResponse(TypedDict):
    data: Webhook
    secret: Optional[str]
    """Verifies the signature of requests. It is shown once: null in a response that is replayed for an Idempotency-Key."""


class WebhooksTestResponse(TypedDict):
    data: WebhooksTestResponseData


class WebhooksTestResponseData(TypedDict):
    ok: bool
    """Whether the status is 2xx."""
    status_code: Optional[int]
    """Status of the response. Null if there was none."""
    duration_ms: int
    """Milliseconds until the status, or until the failure."""
    error: Optional[str]
    """Why it failed. Null if it succeeded."""
    response: Optional[str]
    """The beginning of the text of a failed response."""


class WebhooksUpdateResponse(TypedDict):
    updated: List[str]
    """Names of the fields that changed."""
    data: Webhook


class ClientCreatedWebhookData(WebhookData):
    detail: None


class ClientCreatedWebhook(TypedDict):
    type: Literal["client.created"]
    timestamp: str
    data: ClientCreatedWebhookData


class ClientUpdatedWebhookData(WebhookData):
    detail: None


class ClientUpdatedWebhook(TypedDict):
    type: Literal["client.updated"]
    timestamp: str
    data: ClientUpdatedWebhookData


class ClientArchivedWebhookData(WebhookData):
    detail: None


class ClientArchivedWebhook(TypedDict):
    type: Literal["client.archived"]
    timestamp: str
    data: ClientArchivedWebhookData


class ClientRestoredWebhookData(WebhookData):
    detail: None


class ClientRestoredWebhook(TypedDict):
    type: Literal["client.restored"]
    timestamp: str
    data: ClientRestoredWebhookData


class BusinessCreatedWebhookData(WebhookData):
    detail: None


class BusinessCreatedWebhook(TypedDict):
    type: Literal["business.created"]
    timestamp: str
    data: BusinessCreatedWebhookData


class BusinessUpdatedWebhookData(WebhookData):
    detail: None


class BusinessUpdatedWebhook(TypedDict):
    type: Literal["business.updated"]
    timestamp: str
    data: BusinessUpdatedWebhookData


class BusinessDeletedWebhookData(WebhookData):
    detail: None


class BusinessDeletedWebhook(TypedDict):
    type: Literal["business.deleted"]
    timestamp: str
    data: BusinessDeletedWebhookData


class NoteCreatedWebhookData(WebhookData):
    detail: Optional[NoteCreatedWebhookDetail]


class NoteCreatedWebhook(TypedDict):
    type: Literal["note.created"]
    timestamp: str
    data: NoteCreatedWebhookData


class NoteUpdatedWebhookData(WebhookData):
    detail: Optional[NoteUpdatedWebhookDetail]


class NoteUpdatedWebhook(TypedDict):
    type: Literal["note.updated"]
    timestamp: str
    data: NoteUpdatedWebhookData


class NoteTemplateCreatedWebhookData(WebhookData):
    detail: None


class NoteTemplateCreatedWebhook(TypedDict):
    type: Literal["note_template.created"]
    timestamp: str
    data: NoteTemplateCreatedWebhookData


class NoteTemplateUpdatedWebhookData(WebhookData):
    detail: None


class NoteTemplateUpdatedWebhook(TypedDict):
    type: Literal["note_template.updated"]
    timestamp: str
    data: NoteTemplateUpdatedWebhookData


class NoteTemplateDeletedWebhookData(WebhookData):
    detail: None


class NoteTemplateDeletedWebhook(TypedDict):
    type: Literal["note_template.deleted"]
    timestamp: str
    data: NoteTemplateDeletedWebhookData


class StaffCreatedWebhookData(WebhookData):
    detail: None


class StaffCreatedWebhook(TypedDict):
    type: Literal["staff.created"]
    timestamp: str
    data: StaffCreatedWebhookData


class StaffUpdatedWebhookData(WebhookData):
    detail: None


class StaffUpdatedWebhook(TypedDict):
    type: Literal["staff.updated"]
    timestamp: str
    data: StaffUpdatedWebhookData


class StaffStatusChangedWebhookData(WebhookData):
    detail: Optional[StaffStatusChangedWebhookDetail]


class StaffStatusChangedWebhook(TypedDict):
    type: Literal["staff.status_changed"]
    timestamp: str
    data: StaffStatusChangedWebhookData


class StaffCalendarCreatedWebhookData(WebhookData):
    detail: Optional[StaffCalendarCreatedWebhookDetail]


class StaffCalendarCreatedWebhook(TypedDict):
    type: Literal["staff.calendar_created"]
    timestamp: str
    data: StaffCalendarCreatedWebhookData


class StaffCalendarChangedWebhookData(WebhookData):
    detail: Optional[StaffCalendarChangedWebhookDetail]


class StaffCalendarChangedWebhook(TypedDict):
    type: Literal["staff.calendar_changed"]
    timestamp: str
    data: StaffCalendarChangedWebhookData


class StaffCalendarDeletedWebhookData(WebhookData):
    detail: None


class StaffCalendarDeletedWebhook(TypedDict):
    type: Literal["staff.calendar_deleted"]
    timestamp: str
    data: StaffCalendarDeletedWebhookData


class SiteCreatedWebhookData(WebhookData):
    detail: None


class SiteCreatedWebhook(TypedDict):
    type: Literal["site.created"]
    timestamp: str
    data: SiteCreatedWebhookData


class SiteUpdatedWebhookData(WebhookData):
    detail: None


class SiteUpdatedWebhook(TypedDict):
    type: Literal["site.updated"]
    timestamp: str
    data: SiteUpdatedWebhookData


class ShiftCreatedWebhookData(WebhookData):
    detail: Optional[ShiftCreatedWebhookDetail]


class ShiftCreatedWebhook(TypedDict):
    type: Literal["shift.created"]
    timestamp: str
    data: ShiftCreatedWebhookData


class ShiftUpdatedWebhookData(WebhookData):
    detail: Optional[ShiftUpdatedWebhookDetail]


class ShiftUpdatedWebhook(TypedDict):
    type: Literal["shift.updated"]
    timestamp: str
    data: ShiftUpdatedWebhookData


class ShiftPublishedWebhookData(WebhookData):
    detail: Optional[ShiftPublishedWebhookDetail]


class ShiftPublishedWebhook(TypedDict):
    type: Literal["shift.published"]
    timestamp: str
    data: ShiftPublishedWebhookData


class ShiftUnpublishedWebhookData(WebhookData):
    detail: None


class ShiftUnpublishedWebhook(TypedDict):
    type: Literal["shift.unpublished"]
    timestamp: str
    data: ShiftUnpublishedWebhookData


class ShiftClockedInWebhookData(WebhookData):
    detail: Optional[ShiftClockedInWebhookDetail]


class ShiftClockedInWebhook(TypedDict):
    type: Literal["shift.clocked_in"]
    timestamp: str
    data: ShiftClockedInWebhookData


class ShiftClockedOutWebhookData(WebhookData):
    detail: Optional[ShiftClockedOutWebhookDetail]


class ShiftClockedOutWebhook(TypedDict):
    type: Literal["shift.clocked_out"]
    timestamp: str
    data: ShiftClockedOutWebhookData


class ShiftAttendanceCorrectedWebhookData(WebhookData):
    detail: Optional[ShiftAttendanceCorrectedWebhookDetail]


class ShiftAttendanceCorrectedWebhook(TypedDict):
    type: Literal["shift.attendance_corrected"]
    timestamp: str
    data: ShiftAttendanceCorrectedWebhookData


class ShiftCancelledWebhookData(WebhookData):
    detail: Optional[ShiftCancelledWebhookDetail]


class ShiftCancelledWebhook(TypedDict):
    type: Literal["shift.cancelled"]
    timestamp: str
    data: ShiftCancelledWebhookData


class ShiftRestoredWebhookData(WebhookData):
    detail: Optional[ShiftRestoredWebhookDetail]


class ShiftRestoredWebhook(TypedDict):
    type: Literal["shift.restored"]
    timestamp: str
    data: ShiftRestoredWebhookData


class ShiftDeletedWebhookData(WebhookData):
    detail: None


class ShiftDeletedWebhook(TypedDict):
    type: Literal["shift.deleted"]
    timestamp: str
    data: ShiftDeletedWebhookData


class ShiftRemovedWebhookData(WebhookData):
    detail: None


class ShiftRemovedWebhook(TypedDict):
    type: Literal["shift.removed"]
    timestamp: str
    data: ShiftRemovedWebhookData


class ShiftNoteAddedWebhookData(WebhookData):
    detail: Optional[ShiftNoteAddedWebhookDetail]


class ShiftNoteAddedWebhook(TypedDict):
    type: Literal["shift.note_added"]
    timestamp: str
    data: ShiftNoteAddedWebhookData


class TaskCreatedWebhookData(WebhookData):
    detail: None


class TaskCreatedWebhook(TypedDict):
    type: Literal["task.created"]
    timestamp: str
    data: TaskCreatedWebhookData


class TaskUpdatedWebhookData(WebhookData):
    detail: None


class TaskUpdatedWebhook(TypedDict):
    type: Literal["task.updated"]
    timestamp: str
    data: TaskUpdatedWebhookData


class TaskCompletedWebhookData(WebhookData):
    detail: None


class TaskCompletedWebhook(TypedDict):
    type: Literal["task.completed"]
    timestamp: str
    data: TaskCompletedWebhookData


class TaskReopenedWebhookData(WebhookData):
    detail: None


class TaskReopenedWebhook(TypedDict):
    type: Literal["task.reopened"]
    timestamp: str
    data: TaskReopenedWebhookData


class TaskDeletedWebhookData(WebhookData):
    detail: None


class TaskDeletedWebhook(TypedDict):
    type: Literal["task.deleted"]
    timestamp: str
    data: TaskDeletedWebhookData


class TaskNoteAddedWebhookData(WebhookData):
    detail: Optional[TaskNoteAddedWebhookDetail]


class TaskNoteAddedWebhook(TypedDict):
    type: Literal["task.note_added"]
    timestamp: str
    data: TaskNoteAddedWebhookData


class TaskDocumentAddedWebhookData(WebhookData):
    detail: Optional[TaskDocumentAddedWebhookDetail]


class TaskDocumentAddedWebhook(TypedDict):
    type: Literal["task.document_added"]
    timestamp: str
    data: TaskDocumentAddedWebhookData


class TaskChargeCreatedWebhookData(WebhookData):
    detail: Optional[TaskChargeCreatedWebhookDetail]


class TaskChargeCreatedWebhook(TypedDict):
    type: Literal["task_charge.created"]
    timestamp: str
    data: TaskChargeCreatedWebhookData


class TaskChargeUpdatedWebhookData(WebhookData):
    detail: Optional[TaskChargeUpdatedWebhookDetail]


class TaskChargeUpdatedWebhook(TypedDict):
    type: Literal["task_charge.updated"]
    timestamp: str
    data: TaskChargeUpdatedWebhookData


class TaskChargeDeletedWebhookData(WebhookData):
    detail: Optional[TaskChargeDeletedWebhookDetail]


class TaskChargeDeletedWebhook(TypedDict):
    type: Literal["task_charge.deleted"]
    timestamp: str
    data: TaskChargeDeletedWebhookData


class TaskChargeMadePrimaryWebhookData(WebhookData):
    detail: Optional[TaskChargeMadePrimaryWebhookDetail]


class TaskChargeMadePrimaryWebhook(TypedDict):
    type: Literal["task_charge.made_primary"]
    timestamp: str
    data: TaskChargeMadePrimaryWebhookData


class PriceCodeCreatedWebhookData(WebhookData):
    detail: None


class PriceCodeCreatedWebhook(TypedDict):
    type: Literal["price_code.created"]
    timestamp: str
    data: PriceCodeCreatedWebhookData


class PriceCodeUpdatedWebhookData(WebhookData):
    detail: None


class PriceCodeUpdatedWebhook(TypedDict):
    type: Literal["price_code.updated"]
    timestamp: str
    data: PriceCodeUpdatedWebhookData


class BillableCreatedWebhookData(WebhookData):
    detail: Optional[BillableCreatedWebhookDetail]


class BillableCreatedWebhook(TypedDict):
    type: Literal["billable.created"]
    timestamp: str
    data: BillableCreatedWebhookData


class BillableUpdatedWebhookData(WebhookData):
    detail: Optional[BillableUpdatedWebhookDetail]


class BillableUpdatedWebhook(TypedDict):
    type: Literal["billable.updated"]
    timestamp: str
    data: BillableUpdatedWebhookData


class BillableRemovedWebhookData(WebhookData):
    detail: Optional[BillableRemovedWebhookDetail]


class BillableRemovedWebhook(TypedDict):
    type: Literal["billable.removed"]
    timestamp: str
    data: BillableRemovedWebhookData


class BillableInvoicedWebhookData(WebhookData):
    detail: Optional[BillableInvoicedWebhookDetail]


class BillableInvoicedWebhook(TypedDict):
    type: Literal["billable.invoiced"]
    timestamp: str
    data: BillableInvoicedWebhookData


class BillableVoidedWebhookData(WebhookData):
    detail: Optional[BillableVoidedWebhookDetail]


class BillableVoidedWebhook(TypedDict):
    type: Literal["billable.voided"]
    timestamp: str
    data: BillableVoidedWebhookData


class ProspectCreatedWebhookData(WebhookData):
    detail: None


class ProspectCreatedWebhook(TypedDict):
    type: Literal["prospect.created"]
    timestamp: str
    data: ProspectCreatedWebhookData


class ProspectUpdatedWebhookData(WebhookData):
    detail: None


class ProspectUpdatedWebhook(TypedDict):
    type: Literal["prospect.updated"]
    timestamp: str
    data: ProspectUpdatedWebhookData


class ProspectStageChangedWebhookData(WebhookData):
    detail: Optional[ProspectStageChangedWebhookDetail]


class ProspectStageChangedWebhook(TypedDict):
    type: Literal["prospect.stage_changed"]
    timestamp: str
    data: ProspectStageChangedWebhookData


class ProspectNoteAddedWebhookData(WebhookData):
    detail: Optional[ProspectNoteAddedWebhookDetail]


class ProspectNoteAddedWebhook(TypedDict):
    type: Literal["prospect.note_added"]
    timestamp: str
    data: ProspectNoteAddedWebhookData


class ProspectConvertedWebhookData(WebhookData):
    detail: Optional[ProspectConvertedWebhookDetail]


class ProspectConvertedWebhook(TypedDict):
    type: Literal["prospect.converted"]
    timestamp: str
    data: ProspectConvertedWebhookData


class ProspectOptionsUpdatedWebhookData(WebhookData):
    detail: None


class ProspectOptionsUpdatedWebhook(TypedDict):
    type: Literal["prospect_options.updated"]
    timestamp: str
    data: ProspectOptionsUpdatedWebhookData


class FormCreatedWebhookData(WebhookData):
    detail: None


class FormCreatedWebhook(TypedDict):
    type: Literal["form.created"]
    timestamp: str
    data: FormCreatedWebhookData


class FormUpdatedWebhookData(WebhookData):
    detail: None


class FormUpdatedWebhook(TypedDict):
    type: Literal["form.updated"]
    timestamp: str
    data: FormUpdatedWebhookData


class FormPublishedWebhookData(WebhookData):
    detail: Optional[FormPublishedWebhookDetail]


class FormPublishedWebhook(TypedDict):
    type: Literal["form.published"]
    timestamp: str
    data: FormPublishedWebhookData


class FormUnpublishedWebhookData(WebhookData):
    detail: Optional[FormUnpublishedWebhookDetail]


class FormUnpublishedWebhook(TypedDict):
    type: Literal["form.unpublished"]
    timestamp: str
    data: FormUnpublishedWebhookData


class FormSubmissionCreatedWebhookData(WebhookData):
    detail: Optional[FormSubmissionCreatedWebhookDetail]


class FormSubmissionCreatedWebhook(TypedDict):
    type: Literal["form_submission.created"]
    timestamp: str
    data: FormSubmissionCreatedWebhookData


class FormSubmissionUpdatedWebhookData(WebhookData):
    detail: None


class FormSubmissionUpdatedWebhook(TypedDict):
    type: Literal["form_submission.updated"]
    timestamp: str
    data: FormSubmissionUpdatedWebhookData


class FormSubmissionStatusChangedWebhookData(WebhookData):
    detail: Optional[FormSubmissionStatusChangedWebhookDetail]


class FormSubmissionStatusChangedWebhook(TypedDict):
    type: Literal["form_submission.status_changed"]
    timestamp: str
    data: FormSubmissionStatusChangedWebhookData


class SpaceCreatedWebhookData(WebhookData):
    detail: None


class SpaceCreatedWebhook(TypedDict):
    type: Literal["space.created"]
    timestamp: str
    data: SpaceCreatedWebhookData


class SpaceUpdatedWebhookData(WebhookData):
    detail: None


class SpaceUpdatedWebhook(TypedDict):
    type: Literal["space.updated"]
    timestamp: str
    data: SpaceUpdatedWebhookData


class SpaceDeletedWebhookData(WebhookData):
    detail: None


class SpaceDeletedWebhook(TypedDict):
    type: Literal["space.deleted"]
    timestamp: str
    data: SpaceDeletedWebhookData


class InsightCreatedWebhookData(WebhookData):
    detail: None


class InsightCreatedWebhook(TypedDict):
    type: Literal["insight.created"]
    timestamp: str
    data: InsightCreatedWebhookData


class InsightUpdatedWebhookData(WebhookData):
    detail: None


class InsightUpdatedWebhook(TypedDict):
    type: Literal["insight.updated"]
    timestamp: str
    data: InsightUpdatedWebhookData


class InsightDeletedWebhookData(WebhookData):
    detail: Optional[InsightDeletedWebhookDetail]


class InsightDeletedWebhook(TypedDict):
    type: Literal["insight.deleted"]
    timestamp: str
    data: InsightDeletedWebhookData


class DashboardCreatedWebhookData(WebhookData):
    detail: None


class DashboardCreatedWebhook(TypedDict):
    type: Literal["dashboard.created"]
    timestamp: str
    data: DashboardCreatedWebhookData


class DashboardUpdatedWebhookData(WebhookData):
    detail: Optional[DashboardUpdatedWebhookDetail]


class DashboardUpdatedWebhook(TypedDict):
    type: Literal["dashboard.updated"]
    timestamp: str
    data: DashboardUpdatedWebhookData


class DashboardDeletedWebhookData(WebhookData):
    detail: None


class DashboardDeletedWebhook(TypedDict):
    type: Literal["dashboard.deleted"]
    timestamp: str
    data: DashboardDeletedWebhookData


class OrganisationUpdatedWebhookData(WebhookData):
    detail: None


class OrganisationUpdatedWebhook(TypedDict):
    type: Literal["organisation.updated"]
    timestamp: str
    data: OrganisationUpdatedWebhookData


class OrganisationImportedWebhookData(WebhookData):
    detail: Optional[Dict[str, OrganisationImportedWebhookDetailValue]]


class OrganisationImportedWebhook(TypedDict):
    type: Literal["organisation.imported"]
    timestamp: str
    data: OrganisationImportedWebhookData


class WebhookDisabledWebhookData(WebhookData):
    detail: Optional[WebhookDisabledWebhookDetail]


class WebhookDisabledWebhook(TypedDict):
    type: Literal["webhook.disabled"]
    timestamp: str
    data: WebhookDisabledWebhookData


class WebhookTestWebhookData(WebhookData):
    detail: None


class WebhookTestWebhook(TypedDict):
    type: Literal["webhook.test"]
    timestamp: str
    data: WebhookTestWebhookData


WebhookEvent = Union[
    ClientCreatedWebhook,
    ClientUpdatedWebhook,
    ClientArchivedWebhook,
    ClientRestoredWebhook,
    BusinessCreatedWebhook,
    BusinessUpdatedWebhook,
    BusinessDeletedWebhook,
    NoteCreatedWebhook,
    NoteUpdatedWebhook,
    NoteTemplateCreatedWebhook,
    NoteTemplateUpdatedWebhook,
    NoteTemplateDeletedWebhook,
    StaffCreatedWebhook,
    StaffUpdatedWebhook,
    StaffStatusChangedWebhook,
    StaffCalendarCreatedWebhook,
    StaffCalendarChangedWebhook,
    StaffCalendarDeletedWebhook,
    SiteCreatedWebhook,
    SiteUpdatedWebhook,
    ShiftCreatedWebhook,
    ShiftUpdatedWebhook,
    ShiftPublishedWebhook,
    ShiftUnpublishedWebhook,
    ShiftClockedInWebhook,
    ShiftClockedOutWebhook,
    ShiftAttendanceCorrectedWebhook,
    ShiftCancelledWebhook,
    ShiftRestoredWebhook,
    ShiftDeletedWebhook,
    ShiftRemovedWebhook,
    ShiftNoteAddedWebhook,
    TaskCreatedWebhook,
    TaskUpdatedWebhook,
    TaskCompletedWebhook,
    TaskReopenedWebhook,
    TaskDeletedWebhook,
    TaskNoteAddedWebhook,
    TaskDocumentAddedWebhook,
    TaskChargeCreatedWebhook,
    TaskChargeUpdatedWebhook,
    TaskChargeDeletedWebhook,
    TaskChargeMadePrimaryWebhook,
    PriceCodeCreatedWebhook,
    PriceCodeUpdatedWebhook,
    BillableCreatedWebhook,
    BillableUpdatedWebhook,
    BillableRemovedWebhook,
    BillableInvoicedWebhook,
    BillableVoidedWebhook,
    ProspectCreatedWebhook,
    ProspectUpdatedWebhook,
    ProspectStageChangedWebhook,
    ProspectNoteAddedWebhook,
    ProspectConvertedWebhook,
    ProspectOptionsUpdatedWebhook,
    FormCreatedWebhook,
    FormUpdatedWebhook,
    FormPublishedWebhook,
    FormUnpublishedWebhook,
    FormSubmissionCreatedWebhook,
    FormSubmissionUpdatedWebhook,
    FormSubmissionStatusChangedWebhook,
    SpaceCreatedWebhook,
    SpaceUpdatedWebhook,
    SpaceDeletedWebhook,
    InsightCreatedWebhook,
    InsightUpdatedWebhook,
    InsightDeletedWebhook,
    DashboardCreatedWebhook,
    DashboardUpdatedWebhook,
    DashboardDeletedWebhook,
    OrganisationUpdatedWebhook,
    OrganisationImportedWebhook,
    WebhookDisabledWebhook,
    WebhookTestWebhook,
]
"""What a webhook receives. Its `type` tells which it is."""
