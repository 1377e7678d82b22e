"""The operations of the API, by the record they are about."""

# Generated from openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, Union

from ._call import Call, Export, Pages, Resource, Text, part

if TYPE_CHECKING:
    from . import types


class Appointments(Resource):
    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        updated_since: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
    ) -> Pages[types.AppointmentsListResponse, types.Appointment]:
        """List appointments: `GET /appointments`

        Lists appointments in the order of their ids: one record for each client and staff member of a shift. Drafts, cancelled and deleted ones are included and marked. The shift endpoints return whole shifts.

        Needs: Roster, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only appointments after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param updated_since: Only appointments updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param from_: Only appointments that end on or after this day, in the organisation’s time zone. Such as 2026-11-30.
        :param to: Only appointments that start on or before this day. Must not be before `from`. Such as 2026-11-30.
        """
        return self._pages("/appointments", query={"page": page, "per_page": per_page, "after_id": after_id, "updated_since": updated_since, "from": from_, "to": to}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        updated_since: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /appointments?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/appointments", {"format": format, "updated_since": updated_since, "from": from_, "to": to})


class Billables(Resource):
    def bill(self, body: types.BillableBill, *, idempotency_key: Optional[str] = None) -> types.BillResponse:
        """Invoice billables: `POST /billables/bill`

        Invoices pending billables. A billable that is not pending is reported and does not stop the others. From then on their tasks are billed: `can_edit` is false and they cannot be edited.

        | action | from | to |
        |---|---|---|
        | bill | pending | invoiced |
        | void | invoiced | void |

        Needs: Finance, Read-write.
        """
        return self._call("POST", "/billables/bill", body=body, idempotency_key=idempotency_key, takes_key=True)

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        ids: Optional[Sequence[int]] = None,
        status: Optional[Literal["pending", "invoiced", "void"]] = None,
        client_id: Optional[int] = None,
        task_id: Optional[int] = None,
        invoice_number: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        updated_since: Optional[Text] = None,
    ) -> Pages[types.BillablesListResponse, types.Billable]:
        """List billables: `GET /billables`

        Lists billables in the order of their ids. A billable must match all filters.

        Needs: Finance, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only billables after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param ids: Only billables with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        :param status: Only billables with this status
        :param client_id: Only billables for this client
        :param task_id: Only billables of this task
        :param invoice_number: Only billables with exactly this invoice number, including void ones
        :param from_: Only billables on or after this day. Such as 2026-11-30.
        :param to: Only billables on or before this day. Must not be before `from`. Such as 2026-11-30.
        :param updated_since: Only billables updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        """
        return self._pages("/billables", query={"page": page, "per_page": per_page, "after_id": after_id, "ids": ids, "status": status, "client_id": client_id, "task_id": task_id, "invoice_number": invoice_number, "from": from_, "to": to, "updated_since": updated_since}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        ids: Optional[Sequence[int]] = None,
        status: Optional[Literal["pending", "invoiced", "void"]] = None,
        client_id: Optional[int] = None,
        task_id: Optional[int] = None,
        invoice_number: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        updated_since: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /billables?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/billables", {"format": format, "ids": ids, "status": status, "client_id": client_id, "task_id": task_id, "invoice_number": invoice_number, "from": from_, "to": to, "updated_since": updated_since})

    def sync(self, body: types.BillablesSync, *, idempotency_key: Optional[str] = None) -> types.SyncResponse:
        """Create billables of completed tasks: `POST /tasks/sync-billables`

        Creates a pending billable for each charge of completed, billable tasks. Send task_ids, or from and to for all billable tasks of these days. A task that cannot be billed yet is reported with the reason and does not stop the others. The request can be repeated: a charge with a pending or invoiced billable gets no other one, and a charge whose billable is void gets a new one.

        Needs: Tasks, Read-write.
        """
        return self._call("POST", "/tasks/sync-billables", body=body, idempotency_key=idempotency_key, takes_key=True)

    def void(
        self,
        id: int,
        body: types.BillableVoid,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.BillablesVoidResponse:
        """Void an invoiced billable: `POST /billables/{id}/void`

        Makes an invoiced billable void, permanently. A billable that is not invoiced is rejected with 422. It keeps its invoice number. If no other billable of its task is invoiced, the task can be edited and synced again.

        Needs: Finance, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/billables/{part(id)}/void", body=body, idempotency_key=idempotency_key, takes_key=True)


class Businesses(Resource):
    def create(self, body: types.BusinessCreate, *, idempotency_key: Optional[str] = None) -> types.BusinessesCreateResponse:
        """Create a business location: `POST /businesses`

        Creates a business location. Its id is the business_id of new clients.

        Needs: Clients, Read-write.
        """
        return self._call("POST", "/businesses", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.BusinessesDeleteResponse:
        """Delete a business location: `DELETE /businesses/{id}`

        Deletes a business location that has no clients. With clients it is a 422 with their number; archived clients count.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/businesses/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
    ) -> Pages[types.BusinessesListResponse, types.Business]:
        """List business locations: `GET /businesses`

        Returns the business locations of the organisation, ordered by id.

        Needs: Clients, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only business locations after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        """
        return self._pages("/businesses", query={"page": page, "per_page": per_page, "after_id": after_id}, items="data", by="after_id", size=("per_page", 100))

    def update(
        self,
        id: int,
        body: types.BusinessPatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.BusinessesUpdateResponse:
        """Update a business location: `PATCH /businesses/{id}`

        Updates only the fields in the body; null clears the address. Its clients stay with it.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/businesses/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Clients(Resource):
    def add_note(
        self,
        client_id: int,
        body: types.NoteCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ClientsAddNoteResponse:
        """Create a note about a client: `POST /clients/{client_id}/notes`

        Creates a general note. Its author is the calling connection and its source is api. By default its type is General and its date is today in the organisation’s timezone.

        Needs: Clients, Read-write.

        :param client_id: The client’s id
        """
        return self._call("POST", f"/clients/{part(client_id)}/notes", body=body, idempotency_key=idempotency_key, takes_key=True)

    def archive(
        self,
        id: int,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.ClientsArchiveResponse:
        """Archive a client: `DELETE /clients/{id}`

        Sets the status to Archived; the record remains. Archiving an archived client changes nothing.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        :param dry_run: true validates the request, returns what would change, and stores nothing.
        """
        return self._call("DELETE", f"/clients/{part(id)}", query={"dry_run": dry_run}, idempotency_key=idempotency_key, takes_key=True)

    def create(self, body: types.ClientCreate, *, idempotency_key: Optional[str] = None) -> types.ClientsCreateResponse:
        """Create a client: `POST /clients`

        Creates a client. language defaults to English and status to Active. An unknown field is a 422 that names it. Send an Idempotency-Key to retry safely.

        Needs: Clients, Read-write.
        """
        return self._call("POST", "/clients", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create_in_bulk(self, body: types.ClientBulkCreate, *, idempotency_key: Optional[str] = None) -> types.ClientBulkResponse:
        """Create up to 100 clients: `POST /clients/bulk`

        Validates every row and reports its result. With on_error skip it creates the valid rows; with abort it creates none if any row is invalid. A row with the name of an existing client is created with a warning. The response is stored for GET /imports/{batch}.

        Needs: Clients, Read-write.
        """
        return self._call("POST", "/clients/bulk", body=body, idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.ClientsGetResponse:
        """Get a client: `GET /clients/{id}`

        Returns a client by id, with any status.

        Needs: Clients, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/clients/{part(id)}")

    def get_options(self) -> types.ClientsGetOptionsResponse:
        """List the options of a client’s fields: `GET /clients/options`

        Returns the values that POST /clients and PATCH /clients/{id} accept. languages are suggestions: the field accepts any text.

        Needs: Clients, Read.
        """
        return self._call("GET", "/clients/options")

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        ids: Optional[Sequence[int]] = None,
        status: Optional[Literal["Active", "Archived"]] = None,
        client_type: Optional[Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"]] = None,
        updated_since: Optional[Text] = None,
        query: Optional[Text] = None,
    ) -> Pages[types.ClientsListResponse, types.Client]:
        """List clients: `GET /clients`

        Returns clients ordered by id. Archived clients are included unless status is set.

        Needs: Clients, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only clients after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param ids: Only clients with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        :param status: Only clients with this status.
        :param client_type: Only clients of this type.
        :param updated_since: Only clients updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param query: Part of the name, case-insensitive.
        """
        return self._pages("/clients", query={"page": page, "per_page": per_page, "after_id": after_id, "ids": ids, "status": status, "client_type": client_type, "updated_since": updated_since, "query": query}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        ids: Optional[Sequence[int]] = None,
        status: Optional[Literal["Active", "Archived"]] = None,
        client_type: Optional[Literal["HCP", "SaH", "THCP", "GHCP", "NDIS", "Private"]] = None,
        updated_since: Optional[Text] = None,
        query: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /clients?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/clients", {"format": format, "ids": ids, "status": status, "client_type": client_type, "updated_since": updated_since, "query": query})

    def list_access(
        self,
        id: int,
        *,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        limit: Optional[int] = None,
        cursor: Optional[Text] = None,
    ) -> Pages[types.ClientsListAccessResponse, types.AccessLogEntry]:
        """List who has read a client: `GET /clients/{id}/access-log`

        Returns which connections were shown the client in the last 400 days, newest first: by GET, by lists and exports, and by responses to changes. Notes, shifts, appointments, tasks and other records that name the client count too. Insights, webhooks and this log itself do not.

        An entry is there a few seconds after its request. Go on with `cursor` = `meta.next_cursor`.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        :param from_: Only reads on or after this day or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param to: Only reads on or before this day or instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param limit: Maximum number of entries.
        :param cursor: `next_cursor` of the page before, with the same filter.
        """
        return self._pages(f"/clients/{part(id)}/access-log", query={"from": from_, "to": to, "limit": limit, "cursor": cursor}, items="data", by="cursor", size=("limit", 100))

    def list_notes(
        self,
        client_id: int,
        *,
        search: Optional[Text] = None,
        filters: Optional[Union[str, Sequence[Mapping[str, Any]]]] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        limit: Optional[int] = None,
        cursor: Optional[Text] = None,
    ) -> Pages[types.ClientsListNotesResponse, types.Note]:
        """List, search and filter a client’s notes: `GET /clients/{client_id}/notes`

        Lists general notes, notes of the client’s tasks and notes of the client’s shifts together, newest first: by date, then by id. Follow `next_cursor` until it is omitted. Notes that are created, edited or moved meanwhile never cause another note to be repeated or skipped. `total` counts all matches. A page has `limit` notes, or fewer if they have more than 1 MB together.

        Filters are combined from left to right, `and` before `or`. Text fields (`author`, `source`, `keyword` for title and text, `note_type`, `attachments`, `shift_cautions`, `employee`) take contains, does_not_contain, starts_with, ends_with, is, is_not, empty, not_empty; `date` takes is, on_or_after, on_or_before; `has_attachments` and `has_template` take is with true or false.

        Needs: Clients, Read.

        :param client_id: The client’s id
        :param search: Words, case-insensitive. Each must be the beginning of a word of the note, its title, its type or its author’s name.
        :param filters: Filters, as `filters[0][field]=note_type&filters[0][operator]=is&filters[0][value]=Phone+call` or as JSON text. Text is compared case-insensitively.
        :param from_: Only notes on or after this day. Such as 2026-11-30.
        :param to: Only notes on or before this day. Must not be before `from`. Such as 2026-11-30.
        :param limit: Notes per page, 1 to 100
        :param cursor: `next_cursor` of the previous page, with the same search, filters and days
        """
        return self._pages(f"/clients/{part(client_id)}/notes", query={"search": search, "filters": filters, "from": from_, "to": to, "limit": limit, "cursor": cursor}, items="notes", by="cursor", size=("limit", 100))

    def update(self, id: int, body: types.ClientPatch, *, idempotency_key: Optional[str] = None) -> types.ClientsUpdateResponse:
        """Update a client: `PATCH /clients/{id}`

        Updates only the fields in the body; null clears a nullable field. status Archived archives the client, Active restores it. An update that changes nothing does not change updated_at.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/clients/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Dashboards(Resource):
    def create(self, body: types.DashboardCreate, *, idempotency_key: Optional[str] = None) -> types.DashboardsCreateResponse:
        """Create a dashboard: `POST /reports/dashboards`

        Creates a dashboard. Operations add its cards.

        Operations are applied in order and saved together: all of them, or none. Errors have the path of the field, such as `operations.2.position`. `card_id` is the id of a card, or the `key` of a card that an earlier operation of the request adds.

        The grid has 24 columns. A position must be within the grid, must not be smaller than the minimum size of the card, and must not overlap another card at the time of its operation. A card added without x and y takes the first free position of its size, row by row and from left to right, and moves no other card. A locked card cannot be moved: unlock it first, or in the same operation.

        If `auto_layout` is on, removing a card arranges the others, so that no gap remains. Turning it on arranges the cards at once; moving a card turns it off. To arrange the cards, each takes the first free position in reading order; locked cards stay. The operation `auto_layout` arranges the cards once and does not change the setting.

        | card | minimum size | default size |
        |---|---|---|
        | metric | 4×3 | 6×4 |
        | text | 4×2 | 12×3 |
        | table | 8×4 | 12×8 |
        | other charts | 6×4 | 12×8 |

        Needs: Reports, Read-write.
        """
        return self._call("POST", "/reports/dashboards", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.DashboardsDeleteResponse:
        """Delete a dashboard: `DELETE /reports/dashboards/{id}`

        Deletes a dashboard with its cards, but not their insights. A protected dashboard is a 422.

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/reports/dashboards/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.DashboardsGetResponse:
        """Get a dashboard: `GET /reports/dashboards/{id}`

        Returns a dashboard with its cards. The results of its insights are in GET /reports/insights/{id}.

        Needs: Reports, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/reports/dashboards/{part(id)}")

    def list(
        self,
        *,
        query: Optional[Text] = None,
        space_id: Optional[int] = None,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
    ) -> Pages[types.DashboardsListResponse, types.Dashboard]:
        """List dashboards: `GET /reports/dashboards`

        Returns dashboards with their cards, newest first, 25 on a page by default and at most 50. All filters apply together.

        Needs: Reports, Read.

        :param query: Part of the name, case-insensitive.
        :param space_id: Only dashboards in this space.
        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 50.
        """
        return self._pages("/reports/dashboards", query={"query": query, "space_id": space_id, "page": page, "per_page": per_page}, items="data", by="page", size=("per_page", 50))

    def update(
        self,
        id: int,
        body: types.DashboardPatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.DashboardsUpdateResponse:
        """Update a dashboard: `PATCH /reports/dashboards/{id}`

        Updates the fields of the body and leaves others unchanged. Operations change the cards; settings are merged into the stored ones before the operations are applied. A protected dashboard is a 422.

        Operations are applied in order and saved together: all of them, or none. Errors have the path of the field, such as `operations.2.position`. `card_id` is the id of a card, or the `key` of a card that an earlier operation of the request adds.

        The grid has 24 columns. A position must be within the grid, must not be smaller than the minimum size of the card, and must not overlap another card at the time of its operation. A card added without x and y takes the first free position of its size, row by row and from left to right, and moves no other card. A locked card cannot be moved: unlock it first, or in the same operation.

        If `auto_layout` is on, removing a card arranges the others, so that no gap remains. Turning it on arranges the cards at once; moving a card turns it off. To arrange the cards, each takes the first free position in reading order; locked cards stay. The operation `auto_layout` arranges the cards once and does not change the setting.

        | card | minimum size | default size |
        |---|---|---|
        | metric | 4×3 | 6×4 |
        | text | 4×2 | 12×3 |
        | table | 8×4 | 12×8 |
        | other charts | 6×4 | 12×8 |

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/reports/dashboards/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Events(Resource):
    def get(self, id: int) -> types.EventsGetResponse:
        """Get an event: `GET /events/{id}`

        Returns one event by its number. An event of an area that the token may not read is a 404.

        Needs: a valid token.

        :param id: Number of the event.
        """
        return self._call("GET", f"/events/{part(id)}")

    def list(
        self,
        *,
        after: Optional[Text] = None,
        limit: Optional[int] = None,
        types: Optional[Sequence[str]] = None,
        subject: Optional[Text] = None,
        wait: Optional[int] = None,
        feed: Optional[Text] = None,
    ) -> Pages[types.EventsListResponse, types.Event]:
        """List events: `GET /events`

        Returns what happened, in the order in which it became visible, oldest first. A token sees the events of the areas that it may read.

        Go on with `after` = `meta.next`. It is how far the request has looked, so it moves on when no event matches the filter; one request looks at up to 10,000 events. With `wait` a program learns of a change within a fraction of a second, without polling.

        Events are stored for 400 days unless the service is set otherwise. An `after` before the oldest one is a 422: read the records anew, then go on after `latest`. So is an `after` beyond the last event or another `feed`, which means that a backup was restored. Send `feed` with each request: after a restore new events may have numbers that you know already.

        Needs: a valid token.

        :param after: Only events after this number; `oldest` for all that are stored, `latest` for new ones alone.
        :param limit: Maximum number of events.
        :param types: Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.
        :param subject: Only events of one record: `client:7`, `shift:a:4411`, `note:general:5`.
        :param wait: If there is no event yet, the response waits this many seconds for one. At most 2 requests of a token wait in each process of the service; others are answered at once.
        :param feed: The feed that `after` is from. Another one is a 422.
        """
        return self._pages("/events", query={"after": after, "limit": limit, "types": types, "subject": subject, "wait": wait, "feed": feed}, items="data", by="after", size=("limit", 1000))

    def list_types(self) -> Pages[types.EventsListTypesResponse, types.EventType]:
        """List event types: `GET /events/types`

        Returns every type of event with its meaning, its area, the schema of its detail and an example.

        Needs: a valid token.
        """
        return self._pages("/events/types", items="data")


class ExternalIds(Resource):
    def delete(
        self,
        system: str,
        type: Literal["client", "staff", "site", "shift", "task", "prospect"],
        external_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ExternalIdsDeleteResponse:
        """Remove an external id: `DELETE /external-ids/{system}/{type}/{external_id}`

        Removes an external id. Its record stays.

        Needs: by type: Clients, Read-write for `client`; Staff, Read-write for `staff`; Sites, Read-write for `site`; Roster, Read-write for `shift`; Tasks, Read-write for `task`; Prospects, Read-write for `prospect`.

        :param system: Short name of the other system, such as xero.
        :param type: Type of the record.
        :param external_id: Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.
        """
        return self._call("DELETE", f"/external-ids/{part(system)}/{part(type)}/{part(external_id)}", idempotency_key=idempotency_key, takes_key=True)

    def get(
        self,
        system: str,
        type: Literal["client", "staff", "site", "shift", "task", "prospect"],
        external_id: str,
    ) -> types.ExternalIdsGetResponse:
        """Get an external id: `GET /external-ids/{system}/{type}/{external_id}`

        Returns the record that has this id in the other system.

        Needs: by type: Clients, Read for `client`; Staff, Read for `staff`; Sites, Read for `site`; Roster, Read for `shift`; Tasks, Read for `task`; Prospects, Read for `prospect`.

        :param system: Short name of the other system, such as xero.
        :param type: Type of the record.
        :param external_id: Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.
        """
        return self._call("GET", f"/external-ids/{part(system)}/{part(type)}/{part(external_id)}")

    def list(
        self,
        *,
        system: Text,
        type: Literal["client", "staff", "site", "shift", "task", "prospect"],
        external_ids: Optional[Sequence[str]] = None,
        ids: Optional[Sequence[str]] = None,
    ) -> Pages[types.ExternalIdsListResponse, types.ExternalId]:
        """Find external ids: `GET /external-ids`

        Finds the records of external ids, or the external ids of records, in one system and type. Send `external_ids` or `ids`, up to 100. Those that are not set are left out. The order is that of the external ids. An external id with a comma can be read by its own path only.

        Needs: by type: Clients, Read for `client`; Staff, Read for `staff`; Sites, Read for `site`; Roster, Read for `shift`; Tasks, Read for `task`; Prospects, Read for `prospect`.

        :param system: Short name of the other system, such as xero.
        :param type: Type of the record.
        :param external_ids: Ids in the other system.
        :param ids: Ids of records; refs of shifts.
        """
        return self._pages("/external-ids", query={"system": system, "type": type, "external_ids": external_ids, "ids": ids}, items="data")

    def set(
        self,
        system: str,
        type: Literal["client", "staff", "site", "shift", "task", "prospect"],
        external_id: str,
        body: types.ExternalIdPut,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Union[types.ExternalIdsSetResponse200, types.ExternalIdsSetResponse201]:
        """Set an external id: `PUT /external-ids/{system}/{type}/{external_id}`

        Sets the id that a record has in another system. In a system and type a record has one external id, and an external id has one record: this replaces what either of them had. It is a 201 if the external id was not set before, else a 200. An external id goes with its record when that is removed. A shift that was deleted after it had started keeps its external ids.

        Needs: by type: Clients, Read-write for `client`; Staff, Read-write for `staff`; Sites, Read-write for `site`; Roster, Read-write for `shift`; Tasks, Read-write for `task`; Prospects, Read-write for `prospect`.

        :param system: Short name of the other system, such as xero.
        :param type: Type of the record.
        :param external_id: Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.
        """
        return self._call("PUT", f"/external-ids/{part(system)}/{part(type)}/{part(external_id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class FormSubmissions(Resource):
    def get(self, id: int) -> types.FormSubmissionsGetResponse:
        """Get a form submission: `GET /form-submissions/{id}`

        Returns a submission with its answers and its history. Labels are those of the form when it was answered. For a form set up for incidents, `incident` has the severity, the time and the affected client.

        Needs: Forms, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/form-submissions/{part(id)}")

    def list(
        self,
        *,
        form_id: Optional[int] = None,
        status: Optional[Text] = None,
        type: Optional[Literal["form", "incident", "prospect"]] = None,
        submitter: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        updated_since: Optional[Text] = None,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        ids: Optional[Sequence[int]] = None,
    ) -> Pages[types.FormSubmissionsListResponse, types.FormSubmission]:
        """List form submissions: `GET /form-submissions`

        Returns a page of form submissions, newest first. Multiple filters must all match. Answers are only in GET /form-submissions/{id}.

        Needs: Forms, Read.

        :param form_id: Only submissions of this form
        :param status: Only submissions with exactly this status, ignoring case: Submitted, In review, Approved, Changes requested, Closed, Archived
        :param type: Only submissions of this type
        :param submitter: Only submissions whose submitter has this text in the name or email address, ignoring case
        :param from_: Only submissions on or after this day. Such as 2026-11-30.
        :param to: Only submissions on or before this day. Must not be before `from`. Such as 2026-11-30.
        :param updated_since: Only submissions updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 50; with `after_id` 1 to 100.
        :param after_id: Only submissions after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param ids: Only submissions with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        """
        return self._pages("/form-submissions", query={"form_id": form_id, "status": status, "type": type, "submitter": submitter, "from": from_, "to": to, "updated_since": updated_since, "page": page, "per_page": per_page, "after_id": after_id, "ids": ids}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        form_id: Optional[int] = None,
        status: Optional[Text] = None,
        type: Optional[Literal["form", "incident", "prospect"]] = None,
        submitter: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        updated_since: Optional[Text] = None,
        ids: Optional[Sequence[int]] = None,
    ) -> Export:
        """All that match, as a file: `GET /form-submissions?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/form-submissions", {"format": format, "form_id": form_id, "status": status, "type": type, "submitter": submitter, "from": from_, "to": to, "updated_since": updated_since, "ids": ids})

    def update(
        self,
        id: int,
        body: types.FormSubmissionPatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.FormSubmissionsUpdateResponse:
        """Update a form submission: `PATCH /form-submissions/{id}`

        Changes the status, adds a note, or both. Each change adds an entry to the history. Allowed moves: Submitted → In review or Archived; In review → Approved or Changes requested or Archived; Approved → Closed or Archived; Changes requested → Closed or Archived; Closed → Archived. Any other move is a 422 that lists the allowed ones. The notes of one history have at most 256 KB together, each counted with 100 bytes more.

        Needs: Forms, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/form-submissions/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Forms(Resource):
    def create(self, body: types.FormCreate, *, idempotency_key: Optional[str] = None) -> types.FormsCreateResponse:
        """Create a form: `POST /forms`

        Creates a draft. Submissions are assigned to the organisation’s owner unless `settings.assignee_id` is set.

        A condition can only use fields that come before it: those of earlier steps, and those before it in its own step; `routing` can use all fields of its own step. `go_to` and `otherwise` lead to a later step, or to `submit`, the end of the form.

        Missing keys are made from labels and titles, and are unique. `notes` lists adjustments. `issues` lists what must be fixed before the form can be published; issues prevent nothing else. They are: a condition, rule, mapping or setting that names an unknown field, step or option (`dangling_reference`), a key used twice (`duplicate_key`), a step that cannot be reached (`unreachable_step`), a choice without options (`missing_options`), a prospect mapping without names or a prefill without a client field (`missing_mapping`), and a form without fields to answer (`empty_form`).

        | type | operators of conditions | validation |
        |---|---|---|
        | text, textarea, email, phone, address | `contains`, `does_not_contain`, `starts_with`, `ends_with`, `is`, `is_not`, `empty`, `not_empty` | `min_length`, `max_length`, `pattern` |
        | number | `is`, `is_not`, `greater_than`, `less_than`, `empty`, `not_empty` | `min`, `max` |
        | date, time, datetime | `is`, `is_not`, `on_or_after`, `on_or_before`, `greater_than`, `less_than`, `empty`, `not_empty` | `min`, `max` |
        | select, radio | `contains`, `does_not_contain`, `starts_with`, `ends_with`, `is`, `is_not`, `includes_any`, `empty`, `not_empty` | none |
        | multiselect, checklist | `contains`, `does_not_contain`, `includes_any`, `includes_all`, `empty`, `not_empty` | `min`, `max` |
        | yes_no | `is`, `is_not`, `empty`, `not_empty` | none |
        | rating | `is`, `is_not`, `greater_than`, `less_than`, `empty`, `not_empty` | `max` |
        | signature, client, staff | `empty`, `not_empty` | none |
        | heading, paragraph | none | none |

        Needs: Forms, Read-write.
        """
        return self._call("POST", "/forms", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create_link(
        self,
        id: int,
        body: types.FormLinkCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.FormsCreateLinkResponse:
        """Make a link to a form for one client: `POST /forms/{id}/links`

        Creates a link to the page of a published form with `client_prefill`. The page then shows the client’s name and the prefilled fields, and its submissions are about that client. The link expires after 14 days by default. Anyone who has the link can use it: send it only to the client or those who act for them.

        Needs: Forms, Read-write, and Clients, Read.

        :param id: Id of the record.
        """
        return self._call("POST", f"/forms/{part(id)}/links", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create_submission(
        self,
        id: int,
        body: types.FormSubmissionCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.FormsCreateSubmissionResponse:
        """Create a form submission: `POST /forms/{id}/submissions`

        Submits answers to a published form, as its page does. Answers are checked against the version that is published now: an unknown key, a missing or an invalid answer is a 422 under `answers.<key>`. Answers to fields that the other answers hide are dropped and listed in `ignored`. A form that is off or past its closing time is a 422.

        Text is trimmed. Dates are YYYY-MM-DD, times HH:MM, both together YYYY-MM-DD HH:MM:SS. A client or staff member is an id or a name; a name that exactly one active person has is resolved to that person. If the form has `client_prefill` and the client is an id, fields without an answer are filled in from the client's record.

        If `submitter` is omitted, it is the answer to `settings.submitter_field`. A form without that setting takes it from other answers: from `your_name`, `your_first_name` and `your_last_name`, or `submitter`; then from the fields mapped to a prospect's names; then from `name` or `full_name`; then from `first_name` and `last_name`. `email` likewise: from `your_email`, then the field mapped to a prospect's email, then the first answered field of type email. The assignee is the one in the form's settings, otherwise the organisation's owner. A form set up for prospects also creates a prospect: a stage that no longer exists becomes New, a text that is too long is cut, a value that does not fit its field is left out, and a missing name becomes Unknown.

        Needs: Forms, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/forms/{part(id)}/submissions", body=body, idempotency_key=idempotency_key, takes_key=True)

    def edit(self, id: int, body: types.FormEdit, *, idempotency_key: Optional[str] = None) -> types.FormsEditResponse:
        """Update a form: `PATCH /forms/{id}`

        Applies operations in order, all of them or none: `rename`, `set_description`, `set_tags`, `set_address`, `update_settings`, `set_incident`, `set_prospect`, `set_client_prefill`, `add_step`, `update_step`, `move_step`, `remove_step`, `add_field`, `update_field`, `move_field`, `remove_field`. `step` and `field` are keys, `position` counts from 0. Errors have the path of their operation, such as `operations.2.field.options`. References between parts are checked after all operations, so that a later operation can repair what an earlier one breaks. The page keeps showing the version that was published last.

        `set_address` gives the page a readable URL, at once and for all versions. An address is unique in the organisation: one that another form has or had is a 422. The page stays at every earlier address and at its first URL. Null makes that first URL the current one again.

        If `update_field` changes the `key`, conditions, mappings and settings that name the field follow. Removing a part that others name causes an issue, not an error.

        A condition can only use fields that come before it: those of earlier steps, and those before it in its own step; `routing` can use all fields of its own step. `go_to` and `otherwise` lead to a later step, or to `submit`, the end of the form.

        Missing keys are made from labels and titles, and are unique. `notes` lists adjustments. `issues` lists what must be fixed before the form can be published; issues prevent nothing else. They are: a condition, rule, mapping or setting that names an unknown field, step or option (`dangling_reference`), a key used twice (`duplicate_key`), a step that cannot be reached (`unreachable_step`), a choice without options (`missing_options`), a prospect mapping without names or a prefill without a client field (`missing_mapping`), and a form without fields to answer (`empty_form`). POST /forms has a table of what each type of field supports.

        Needs: Forms, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/forms/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.FormsGetResponse:
        """Get a form: `GET /forms/{id}`

        Returns the current draft of a form. Its page shows the version that was published last.

        Needs: Forms, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/forms/{part(id)}")

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        query: Optional[Text] = None,
        published: Optional[Literal["off", "on"]] = None,
        updated_since: Optional[Text] = None,
    ) -> Pages[types.FormsListResponse, types.Form]:
        """List forms: `GET /forms`

        Returns a page of complete forms, ordered by id. Multiple filters must all match.

        Needs: Forms, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 50.
        :param after_id: Only forms after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param query: Only forms with this text in the name, ignoring case
        :param published: Whether people can open the form
        :param updated_since: Only forms updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        """
        return self._pages("/forms", query={"page": page, "per_page": per_page, "after_id": after_id, "query": query, "published": published, "updated_since": updated_since}, items="data", by="after_id", size=("per_page", 50))

    def publish(
        self,
        id: int,
        body: Optional[types.FormsPublishBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.FormsPublishResponse:
        """Publish a form: `POST /forms/{id}/publish`

        Freezes the draft as the next version and opens it at `url`. If nothing has changed since the latest version, that version is opened again or stays open. A form with issues is a 422 that lists them. The body may be omitted.

        Needs: Forms, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/forms/{part(id)}/publish", body=body, idempotency_key=idempotency_key, takes_key=True)

    def unpublish(
        self,
        id: int,
        body: Optional[types.FormsUnpublishBody] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.FormsUnpublishResponse:
        """Unpublish a form: `POST /forms/{id}/unpublish`

        Closes the form. It keeps its URL and its submissions. Forms cannot be deleted, because their submissions would be lost. The body may be omitted.

        Needs: Forms, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/forms/{part(id)}/unpublish", body=body, idempotency_key=idempotency_key, takes_key=True)


class Imports(Resource):
    def get(self, batch: str) -> types.ClientBulkResponse:
        """Get a bulk import: `GET /imports/{batch}`

        Returns the response of an earlier POST /clients/bulk by its batch id.

        Needs: Clients, Read.

        :param batch: The batch of the bulk response.
        """
        return self._call("GET", f"/imports/{part(batch)}")


class Insights(Resource):
    def create(self, body: types.InsightCreate, *, idempotency_key: Optional[str] = None) -> types.InsightsCreateResponse:
        """Create an insight: `POST /reports/insights`

        Creates an insight from a spec. The spec is validated against what GET /reports/options lists for the token. The response has all errors at once, each under `spec.<key>`.

        Needs: Reports, Read-write.
        """
        return self._call("POST", "/reports/insights", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.InsightsDeleteResponse:
        """Delete an insight: `DELETE /reports/insights/{id}`

        Deletes an insight and removes its cards from dashboards; dashboards with auto_layout close the gaps. An insight that is protected, or is on a protected dashboard, is a 422.

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/reports/insights/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int, *, results: Optional[bool] = None) -> types.InsightsGetResponse:
        """Get an insight: `GET /reports/insights/{id}`

        Returns an insight with its current results, in the organisation’s time zone. If the token cannot read an area that the insight uses, results is null and results_message says why.

        Needs: Reports, Read.

        :param id: Id of the record.
        :param results: Whether to compute the results.
        """
        return self._call("GET", f"/reports/insights/{part(id)}", query={"results": results})

    def get_results(self, id: int) -> types.InsightsGetResultsResponse:
        """Get the results of an insight: `GET /reports/insights/{id}/results`

        Returns the current results of an insight, as JSON or as a CSV file. If the token cannot read an area that the insight uses, the response is a 403 whose X-Required-Access header names the required areas. An insight that takes longer than 10 seconds is a 422. If too many reports are waiting, the response is a 503 with Retry-After.

        Needs: Reports, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/reports/insights/{part(id)}/results")

    def export_results(self, id: int, format: Literal["csv"] = "csv") -> Export:
        """All that match, as a file: `GET /reports/insights/{id}/results?format=csv`

        csv is RFC 4180: a header line with the labels, then one line for each row.
        """
        return self._export(f"/reports/insights/{part(id)}/results", {"format": format})

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        query: Optional[Text] = None,
        space_id: Optional[int] = None,
    ) -> Pages[types.InsightsListResponse, types.InsightItem]:
        """List insights: `GET /reports/insights`

        Returns insights, newest first; those created at the same time are sorted by id, highest first. All filters apply together.

        Needs: Reports, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param query: Part of the name, case-insensitive.
        :param space_id: Only insights in this space.
        """
        return self._pages("/reports/insights", query={"page": page, "per_page": per_page, "query": query, "space_id": space_id}, items="data", by="page", size=("per_page", 100))

    def update(
        self,
        id: int,
        body: types.InsightPatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.InsightsUpdateResponse:
        """Update an insight: `PATCH /reports/insights/{id}`

        Updates the fields of the body and leaves others unchanged. The spec is merged into the stored one key by key; another source resets metric, group_by, breakdown_by, filters and formula. The spec is validated against what GET /reports/options lists for the token. The response has all errors at once, each under `spec.<key>`. A protected insight is a 422.

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/reports/insights/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Me(Resource):
    def get(self) -> types.MeGetResponse:
        """Get the access of this token: `GET /me`

        Returns the organisation, the connection, the level for each area and the expiry of the token in the request.

        Needs: a valid token.
        """
        return self._call("GET", "/me")


class NoteTemplates(Resource):
    def create(self, body: types.NoteTemplateCreate, *, idempotency_key: Optional[str] = None) -> types.NoteTemplatesCreateResponse:
        """Create a note template: `POST /note-templates`

        Creates a template. A note with this template has answers to its questions, by their keys.

        Needs: Clients, Read-write.
        """
        return self._call("POST", "/note-templates", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.NoteTemplatesDeleteResponse:
        """Delete a note template: `DELETE /note-templates/{id}`

        The template is no longer offered. Notes that have it keep its name and their answers.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/note-templates/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def list(self) -> Pages[types.NoteTemplatesListResponse, types.NoteTemplate]:
        """List note templates: `GET /note-templates`

        Lists the templates for a note’s `template_id`, with their questions.

        Needs: Clients, Read.
        """
        return self._pages("/note-templates", items="data")

    def update(
        self,
        id: int,
        body: types.NoteTemplatePatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.NoteTemplatesUpdateResponse:
        """Update a note template: `PATCH /note-templates/{id}`

        Updates only the fields in the body; questions replace all of them. Existing notes keep their answers and labels.

        Needs: Clients, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/note-templates/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Notes(Resource):
    def get(self, ref: str) -> types.NotesGetResponse:
        """Get a note: `GET /notes/{ref}`

        Returns a note by its ref, including a note of a task without a client.

        Needs: Clients, Read.

        :param ref: A note’s ref, such as general:70
        """
        return self._call("GET", f"/notes/{part(ref)}")

    def list(
        self,
        *,
        updated_since: Optional[Text] = None,
        limit: Optional[int] = None,
        cursor: Optional[Text] = None,
    ) -> Pages[types.NotesListResponse, types.NoteOfClients]:
        """List the notes of all clients: `GET /notes`

        Lists the notes that GET /clients/{client_id}/notes has, for all clients: general notes, notes of tasks and notes of shifts. They are in the order of their last change, each with its clients. A note has also changed when its task or shift gets other clients. Ids repeat across kinds: a note is known by its `ref`. Follow `next_cursor` until it is null. A note that changes meanwhile comes again at the end, and causes no other note to be repeated or skipped. A page has `limit` notes, or fewer if they have more than 1 MB together or many others belong to no client: read on until `next_cursor` is null.

        Needs: Clients, Read.

        :param updated_since: Only notes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param limit: Notes per page, 1 to 100
        :param cursor: `next_cursor` of the previous page, with the same updated_since
        """
        return self._pages("/notes", query={"updated_since": updated_since, "limit": limit, "cursor": cursor}, items="data", by="cursor", size=("limit", 100))

    def list_revisions(self, ref: str) -> Pages[types.NotesListRevisionsResponse, types.NotesListRevisionsResponseDataItem]:
        """List the revisions of a note: `GET /notes/{ref}/revisions`

        Lists the earlier versions of a note, oldest first. A note that was never edited has none.

        Needs: Clients, Read.

        :param ref: A note’s ref, such as general:70
        """
        return self._pages(f"/notes/{part(ref)}/revisions", items="data")

    def update(self, ref: str, body: types.NotePatch, *, idempotency_key: Optional[str] = None) -> types.NotesUpdateResponse:
        """Update a note: `PATCH /notes/{ref}`

        Updates only the fields in the body, and stores the earlier state as a revision if a value changes. A note of a shift is rejected with 422: edit it on the shift. The notes of one task have at most 256 KB together, each counted with 100 bytes more.

        Needs: Clients, Read-write.

        :param ref: A note’s ref, such as general:70
        """
        return self._call("PATCH", f"/notes/{part(ref)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Organisation(Resource):
    def get(self) -> types.OrganisationGetResponse:
        """Get the organisation: `GET /organisation`

        Returns the organisation of the token, its time zone with the current date there, and how many requests a token may send.

        Needs: a valid token.
        """
        return self._call("GET", "/organisation")


class PriceCodes(Resource):
    def import_(self, body: types.PriceImport, *, idempotency_key: Optional[str] = None) -> types.PriceImportResult:
        """Import a price list: `POST /price-codes/import`

        Creates and updates up to 200 price codes; nothing is deleted. A row with the code, funding_type and effective_from of a stored one updates it. A code has at most 100 prices. A price without effective_to ends the day before the next price of its code begins, also when that one is imported later. Charges of open tasks whose price has ended take the new one; billed tasks keep theirs.

        Needs: Finance, Read-write.
        """
        return self._call("POST", "/price-codes/import", body=body, idempotency_key=idempotency_key, takes_key=True)

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        client_id: Optional[int] = None,
        query: Optional[Text] = None,
        date: Optional[Text] = None,
        updated_since: Optional[Text] = None,
    ) -> Pages[types.PriceCodesListResponse, types.PriceCode]:
        """List price codes: `GET /price-codes`

        Lists price codes in the order of their ids. A price code must match all filters. A code whose price changed has one record for each period, with its own id and days: filter by `date` for the one in effect.

        Needs: Tasks, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only price codes after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param client_id: Only codes for this client: those for its client_type and those for all
        :param query: Part of the code or the name, case-insensitive
        :param date: Only codes in effect on this day. Such as 2026-11-30.
        :param updated_since: Only price codes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        """
        return self._pages("/price-codes", query={"page": page, "per_page": per_page, "after_id": after_id, "client_id": client_id, "query": query, "date": date, "updated_since": updated_since}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        client_id: Optional[int] = None,
        query: Optional[Text] = None,
        date: Optional[Text] = None,
        updated_since: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /price-codes?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/price-codes", {"format": format, "client_id": client_id, "query": query, "date": date, "updated_since": updated_since})


class Prospects(Resource):
    def add_note(
        self,
        id: int,
        body: types.ProspectNoteCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ProspectsAddNoteResponse:
        """Add a note to a prospect: `POST /prospects/{id}/notes`

        Adds a note about a call, a visit or an email. Its type is General by default.

        Needs: Prospects, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/prospects/{part(id)}/notes", body=body, idempotency_key=idempotency_key, takes_key=True)

    def convert(
        self,
        id: int,
        body: types.ProspectConvert,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ProspectsConvertResponse:
        """Convert a prospect to a client: `POST /prospects/{id}/convert`

        Creates a client from the prospect (both names; the suburb as address; email and phone as primary contact), or links the client that `link_client_id` names. The prospect moves to the first stage of category won, unless it is already in one, and its stage is fixed from then on. Converting again returns the same response and changes nothing.

        A prospect with the name, the email address or the last nine digits of the phone number of a client is a 422 whose `duplicates` lists up to 10 of them: send `link_client_id` to link one, or `allow_duplicate: true` to create another.

        A dry run returns the prospect as it would be. If a client would be created, `created` and `client_id` are null.

        Needs: Prospects, Read-write, and Clients, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/prospects/{part(id)}/convert", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create(self, body: types.ProspectCreate, *, idempotency_key: Optional[str] = None) -> types.ProspectsCreateResponse:
        """Create a prospect: `POST /prospects`

        Creates a prospect. Only the first and last name are required. By default the stage is New and the date of lead is today. A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists the existing ones.

        Needs: Prospects, Read-write.
        """
        return self._call("POST", "/prospects", body=body, idempotency_key=idempotency_key, takes_key=True)

    def edit_options(self, body: types.ProspectOptionsEdit, *, idempotency_key: Optional[str] = None) -> types.ProspectsEditOptionsResponse:
        """Change the options of a prospect’s fields: `PATCH /prospects/options`

        Applies operations in order, all or none. Prospects follow a renamed option, and so do forms that create prospects. Removing an option that prospects have is a 422 with their number, unless replace_with names another. New is always the first stage. A prospect that gets another option has an event of its own.

        Needs: Prospects, Read-write.
        """
        return self._call("PATCH", "/prospects/options", body=body, idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.ProspectsGetResponse:
        """Get a prospect: `GET /prospects/{id}`

        Returns a prospect, converted or not.

        Needs: Prospects, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/prospects/{part(id)}")

    def get_options(self) -> types.ProspectsGetOptionsResponse:
        """List the options of a prospect’s fields: `GET /prospects/options`

        Returns the allowed values of a prospect’s fields, which PATCH /prospects/options changes. A new organisation has the stages New, Contacted, Qualified, Won and Lost.

        Needs: Prospects, Read.
        """
        return self._call("GET", "/prospects/options")

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        ids: Optional[Sequence[int]] = None,
        query: Optional[Text] = None,
        stage: Optional[Text] = None,
        consultant: Optional[Text] = None,
        source: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        updated_since: Optional[Text] = None,
    ) -> Pages[types.ProspectsListResponse, types.Prospect]:
        """List prospects: `GET /prospects`

        Returns a page of prospects, ordered by id, converted ones included. Multiple filters must all match.

        Needs: Prospects, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only prospects after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param ids: Only prospects with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        :param query: Only prospects with this text in the name, email or phone, ignoring case
        :param stage: Only prospects in this stage
        :param consultant: Only prospects of this consultant
        :param source: Only prospects with exactly this source
        :param from_: Only prospects with a date_of_lead on or after this day. Such as 2026-11-30.
        :param to: Only prospects with a date_of_lead on or before this day. Must not be before `from`. Such as 2026-11-30.
        :param updated_since: Only prospects updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        """
        return self._pages("/prospects", query={"page": page, "per_page": per_page, "after_id": after_id, "ids": ids, "query": query, "stage": stage, "consultant": consultant, "source": source, "from": from_, "to": to, "updated_since": updated_since}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        ids: Optional[Sequence[int]] = None,
        query: Optional[Text] = None,
        stage: Optional[Text] = None,
        consultant: Optional[Text] = None,
        source: Optional[Text] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        updated_since: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /prospects?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/prospects", {"format": format, "ids": ids, "query": query, "stage": stage, "consultant": consultant, "source": source, "from": from_, "to": to, "updated_since": updated_since})

    def list_notes(self, id: int, *, page: Optional[int] = None, per_page: Optional[int] = None) -> Pages[types.ProspectsListNotesResponse, types.ProspectNote]:
        """List the notes of a prospect: `GET /prospects/{id}/notes`

        Returns a page of the prospect’s notes, oldest first.

        Needs: Prospects, Read.

        :param id: Id of the record.
        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        """
        return self._pages(f"/prospects/{part(id)}/notes", query={"page": page, "per_page": per_page}, items="data", by="page", size=("per_page", 100))

    def list_stage_history(self, id: int) -> Pages[types.ProspectsListStageHistoryResponse, types.ProspectStageChange]:
        """List the stages of a prospect: `GET /prospects/{id}/stage-history`

        Returns every stage of the prospect, from the one it was created in to the current one.

        Needs: Prospects, Read.

        :param id: Id of the record.
        """
        return self._pages(f"/prospects/{part(id)}/stage-history", items="data")

    def update(
        self,
        id: int,
        body: types.ProspectPatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ProspectsUpdateResponse:
        """Update a prospect: `PATCH /prospects/{id}`

        Changes the fields in the body, and within `attributes` the keys in the body. Omitted ones stay; null clears a field that may be empty. Attributes have at most 64 KB together. An empty body is a 422 'Provide something to change.' The stage of a converted prospect is fixed. A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists the existing ones.

        Needs: Prospects, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/prospects/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Reports(Resource):
    def get_options(self, *, source: Optional[Text] = None) -> types.ReportsGetOptionsResponse:
        """Get the options of insights: `GET /reports/options`

        Returns everything a spec can use: sources with their metrics, groups and filters, and the values of its other keys. The schema InsightSpecSent has the types and limits of the keys. Sources, metrics, groups and filters of areas that the token cannot read are not listed and cannot be used.

        Needs: Reports, Read.

        :param source: Only this source.
        """
        return self._call("GET", "/reports/options", query={"source": source})


class Shifts(Resource):
    def add_note(
        self,
        ref: str,
        body: types.ShiftNoteCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsAddNoteResponse:
        """Add a note to a shift: `POST /shifts/{ref}/notes`

        Adds a note to a shift in any status, or to one of its segments. The notes of one shift have at most 256 KB together, each counted with 100 bytes more.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("POST", f"/shifts/{part(ref)}/notes", body=body, idempotency_key=idempotency_key, takes_key=True)

    def cancel(
        self,
        ref: str,
        body: types.ShiftCancel,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsCancelResponse:
        """Cancel a shift: `POST /shifts/{ref}/cancel`

        Cancels a draft or scheduled shift. short_notice is true if the shift starts in less than 7 days. this_and_following also cancels the later shifts of the series and ends it.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("POST", f"/shifts/{part(ref)}/cancel", body=body, idempotency_key=idempotency_key, takes_key=True)

    def clock_in(
        self,
        ref: str,
        body: types.ShiftClocking,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsClockInResponse:
        """Clock staff in: `POST /shifts/{ref}/clock-in`

        Clocks staff in to a published shift at the current time, all of them or none. A staff member who is already clocked in is a 422 with "<name> is already clocked in.". Until the end of the shift this is also possible after the others have clocked out: a completed shift is then started again.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("POST", f"/shifts/{part(ref)}/clock-in", body=body, idempotency_key=idempotency_key, takes_key=True)

    def clock_out(
        self,
        ref: str,
        body: types.ShiftClocking,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsClockOutResponse:
        """Clock staff out: `POST /shifts/{ref}/clock-out`

        Clocks staff out at the current time, all of them or none. When the last one clocks out, the shift is completed. A staff member who has clocked out cannot clock in again; PUT /shifts/{ref}/attendance corrects that.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("POST", f"/shifts/{part(ref)}/clock-out", body=body, idempotency_key=idempotency_key, takes_key=True)

    def correct_attendance(
        self,
        ref: str,
        body: types.ShiftAttendanceCorrection,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsCorrectAttendanceResponse:
        """Enter or correct clock times: `PUT /shifts/{ref}/attendance`

        Enters, corrects or clears the clock times of one staff member. A time that is not sent stays; null clears it. The shift must be scheduled, started or completed.

        check_out needs a check_in that is not later. A new time must not be in the future. It must be at most 24 hours before the start or after the end of the shift. A local time that occurs twice, when the clocks go back, is a 422 with both instants: send one of them.

        The status follows as if the staff member had clocked: scheduled without times, started while one is in, completed when all who came have left. The event records the old times, the new times and the reason.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("PUT", f"/shifts/{part(ref)}/attendance", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create(self, body: types.ShiftCreate, *, idempotency_key: Optional[str] = None) -> Union[types.ShiftsCreateResponse200, types.ShiftsCreateResponse201]:
        """Create a shift: `POST /shifts`

        Creates a draft, or with publish a scheduled shift. With recurrence it is the first shift of a series. The shifts of the next 12 weeks are created at once, the later ones day by day. A blocking conflict is a 422 that lists the first 100 conflicts, unless override_conflicts and override_reason accept it.

        The status of a shift decides which actions are allowed:

        | action | from | to |
        |---|---|---|
        | edit | draft, scheduled, started | the same |
        | publish | draft | scheduled |
        | unpublish | scheduled | draft |
        | clock in | scheduled, started, completed until its end | started |
        | clock out | started | completed when the last is out |
        | correct attendance | scheduled, started, completed | scheduled, started or completed, as if clocked |
        | cancel | draft, scheduled | cancelled |
        | restore | cancelled | scheduled |
        | remove | draft, scheduled | removed |
        | soft delete | started, completed, cancelled | deleted |

        Needs: Roster, Read-write.
        """
        return self._call("POST", "/shifts", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(
        self,
        body: types.ShiftDelete,
        *,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsDeleteResponse:
        """Delete shifts: `DELETE /shifts`

        Deletes 1 to 50 shifts, independently of each other. Drafts and scheduled shifts are removed. Started, completed and cancelled shifts are hidden: GET /appointments still lists them with is_deleted 1. An unknown or already deleted ref is reported and does not fail the request. this_and_following also deletes the later shifts of the series and ends it. A dry_run may be in the body or the query.

        Needs: Roster, Read-write.

        :param dry_run: true validates the request, returns what would change, and stores nothing.
        """
        return self._call("DELETE", "/shifts", query={"dry_run": dry_run}, body=body, idempotency_key=idempotency_key, takes_key=True)

    def get(self, ref: str) -> types.ShiftsGetResponse:
        """Get a shift: `GET /shifts/{ref}`

        Returns a shift by its ref. a:<appointment id> works for every appointment of the shift; the response has the shift’s own ref. Pay is never included.

        Needs: Roster, Read.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("GET", f"/shifts/{part(ref)}")

    def get_conflicts(self, ref: str) -> types.ShiftsGetConflictsResponse:
        """List the conflicts of a shift: `GET /shifts/{ref}/conflicts`

        Lists the current conflicts of a shift: people who are on another shift at the same time, staff who are not active or not compliant, archived clients, and a site that is full. Shifts that only touch do not overlap. Drafts count, cancelled shifts do not. At most 100 conflicts are listed.

        Needs: Roster, Read.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("GET", f"/shifts/{part(ref)}/conflicts")

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        refs: Optional[Sequence[str]] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        client_id: Optional[int] = None,
        staff_id: Optional[int] = None,
        site_id: Optional[int] = None,
        status: Optional[Literal["draft", "scheduled", "started", "completed", "cancelled"]] = None,
        updated_since: Optional[Text] = None,
    ) -> Pages[types.ShiftsListResponse, types.Shift]:
        """List shifts: `GET /shifts`

        Lists shifts in the order of their ids. Each is as GET /shifts/{ref} returns it. A shift must match all filters. Deleted shifts are not included.

        Needs: Roster, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only shifts after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. A shift is known by its ref: the ids of this list are numbers of its own, and `next_after_id` is the only way to get one.
        :param refs: Only shifts with these refs, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        :param from_: Only shifts that end on or after this day, in the organisation’s time zone. Such as 2026-11-30.
        :param to: Only shifts that start on or before this day. Must not be before `from`. Such as 2026-11-30.
        :param client_id: Only shifts with this client.
        :param staff_id: Only shifts with this staff member.
        :param site_id: Only shifts at this site.
        :param status: Only shifts with this status.
        :param updated_since: Only shifts updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        """
        return self._pages("/shifts", query={"page": page, "per_page": per_page, "after_id": after_id, "refs": refs, "from": from_, "to": to, "client_id": client_id, "staff_id": staff_id, "site_id": site_id, "status": status, "updated_since": updated_since}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        refs: Optional[Sequence[str]] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        client_id: Optional[int] = None,
        staff_id: Optional[int] = None,
        site_id: Optional[int] = None,
        status: Optional[Literal["draft", "scheduled", "started", "completed", "cancelled"]] = None,
        updated_since: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /shifts?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/shifts", {"format": format, "refs": refs, "from": from_, "to": to, "client_id": client_id, "staff_id": staff_id, "site_id": site_id, "status": status, "updated_since": updated_since})

    def publish(self, body: types.ShiftPublish, *, idempotency_key: Optional[str] = None) -> types.ShiftsPublishResponse:
        """Publish draft shifts: `POST /shifts/publish`

        Publishes drafts, independently of each other: they become scheduled. A draft with a blocking conflict that is not overridden stays a draft and is reported with its conflicts. At most 10,000 appointments are published at once.

        Needs: Roster, Read-write.
        """
        return self._call("POST", "/shifts/publish", body=body, idempotency_key=idempotency_key, takes_key=True)

    def restore(
        self,
        ref: str,
        body: Optional[types.ShiftRestore] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.ShiftsRestoreResponse:
        """Restore a cancelled shift: `POST /shifts/{ref}/restore`

        Makes a cancelled shift scheduled again. A blocking conflict is a 422, unless override_conflicts and override_reason accept it. The body is optional.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("POST", f"/shifts/{part(ref)}/restore", body=body, idempotency_key=idempotency_key, takes_key=True)

    def unpublish(self, body: types.ShiftRefs, *, idempotency_key: Optional[str] = None) -> types.ShiftsUnpublishResponse:
        """Unpublish shifts: `POST /shifts/unpublish`

        Makes scheduled shifts drafts again, independently of each other. A shift that has started cannot be unpublished.

        Needs: Roster, Read-write.
        """
        return self._call("POST", "/shifts/unpublish", body=body, idempotency_key=idempotency_key, takes_key=True)

    def update(self, ref: str, body: types.ShiftPatch, *, idempotency_key: Optional[str] = None) -> types.ShiftsUpdateResponse:
        """Update a shift: `PATCH /shifts/{ref}`

        Updates the fields in the body. The shift must be draft, scheduled, started. With scope this_and_following the later shifts of the series change too, and the series splits at this shift. Later shifts that are started, completed or cancelled, or were edited alone, do not change and are listed under skipped. A new recurrence replaces the later shifts; null ends the series with this shift.

        Needs: Roster, Read-write.

        :param ref: Ref of the shift: a:<number> or g:<number>.
        """
        return self._call("PATCH", f"/shifts/{part(ref)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Sites(Resource):
    def create(self, body: types.SiteCreate, *, idempotency_key: Optional[str] = None) -> types.SitesCreateResponse:
        """Create a site: `POST /sites`

        Creates a site. status defaults to Active. A client or staff member that does not exist in this organisation, or a supplier, is a 422 that names the id.

        Needs: Sites, Read-write.
        """
        return self._call("POST", "/sites", body=body, idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int, *, include_staff: Optional[bool] = None) -> types.SitesGetResponse:
        """Get a site: `GET /sites/{id}`

        Returns a site by id, with any status.

        Needs: Roster, Read.

        :param id: Id of the record.
        :param include_staff: true adds support_staff and admin_staff.
        """
        return self._call("GET", f"/sites/{part(id)}", query={"include_staff": include_staff})

    def list(
        self,
        *,
        query: Optional[Text] = None,
        status: Optional[Text] = None,
        updated_since: Optional[Text] = None,
        include_staff: Optional[bool] = None,
        after_id: Optional[int] = None,
        per_page: Optional[int] = None,
    ) -> Pages[types.SitesListResponse, types.Site]:
        """List sites: `GET /sites`

        Returns at most 50 sites, ordered by name (case-insensitive) and then by id, without pages. X-Total-Count is the number of matches. With `after_id` all sites can be read, ordered by id.

        Needs: Roster, Read.

        :param query: Part of the name, case-insensitive.
        :param status: Only sites with exactly this status.
        :param updated_since: Only sites updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param include_staff: true adds support_staff and admin_staff.
        :param after_id: Only sites after this id, in the order of ids, and all of them in turn. Begin with 0 and go on with `next_after_id` of the response until it is null.
        :param per_page: Sites in a response to `after_id`, 1 to 100. Without it there are no pages.
        """
        return self._pages("/sites", query={"query": query, "status": status, "updated_since": updated_since, "include_staff": include_staff, "after_id": after_id, "per_page": per_page}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        query: Optional[Text] = None,
        status: Optional[Text] = None,
        updated_since: Optional[Text] = None,
        include_staff: Optional[bool] = None,
    ) -> Export:
        """All that match, as a file: `GET /sites?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/sites", {"format": format, "query": query, "status": status, "updated_since": updated_since, "include_staff": include_staff})

    def update(self, id: int, body: types.SitePatch, *, idempotency_key: Optional[str] = None) -> types.SitesUpdateResponse:
        """Update a site: `PATCH /sites/{id}`

        Updates only the fields in the body; null clears a nullable field, and a list of ids replaces the current list. A client or staff member that does not exist in this organisation, or a supplier, is a 422 that names the id.

        Needs: Sites, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/sites/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Spaces(Resource):
    def create(self, body: types.SpacesCreateBody, *, idempotency_key: Optional[str] = None) -> types.SpacesCreateResponse:
        """Create a space: `POST /reports/spaces`

        Creates a space for insights and dashboards. GET /reports/options lists all spaces.

        Needs: Reports, Read-write.
        """
        return self._call("POST", "/reports/spaces", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create_subfolder(
        self,
        id: int,
        body: types.SpacesCreateSubfolderBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.SpacesCreateSubfolderResponse:
        """Create a subfolder: `POST /reports/spaces/{id}/subfolders`

        Creates a subfolder in a space, as the last one.

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/reports/spaces/{part(id)}/subfolders", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.SpacesDeleteResponse:
        """Delete an empty space: `DELETE /reports/spaces/{id}`

        Deletes a space without insights and dashboards, with its subfolders. Otherwise it is a 422 with their number.

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/reports/spaces/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def delete_subfolder(self, id: int, subfolder_id: str, *, idempotency_key: Optional[str] = None) -> types.SpacesDeleteSubfolderResponse:
        """Delete an empty subfolder: `DELETE /reports/spaces/{id}/subfolders/{subfolder_id}`

        Deletes a subfolder without insights and dashboards. Otherwise it is a 422 with their number.

        Needs: Reports, Read-write.

        :param id: Id of the space.
        :param subfolder_id: Id of the subfolder.
        """
        return self._call("DELETE", f"/reports/spaces/{part(id)}/subfolders/{part(subfolder_id)}", idempotency_key=idempotency_key, takes_key=True)

    def update(
        self,
        id: int,
        body: types.SpacesUpdateBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.SpacesUpdateResponse:
        """Rename a space: `PATCH /reports/spaces/{id}`

        Changes the name of a space. What is in it stays there.

        Needs: Reports, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/reports/spaces/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)

    def update_subfolder(
        self,
        id: int,
        subfolder_id: str,
        body: types.SpacesUpdateSubfolderBody,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.SpacesUpdateSubfolderResponse:
        """Rename a subfolder: `PATCH /reports/spaces/{id}/subfolders/{subfolder_id}`

        Changes the name of a subfolder. Its id stays, and so does what is in it.

        Needs: Reports, Read-write.

        :param id: Id of the space.
        :param subfolder_id: Id of the subfolder.
        """
        return self._call("PATCH", f"/reports/spaces/{part(id)}/subfolders/{part(subfolder_id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Staff(Resource):
    def create(self, body: types.StaffCreate, *, idempotency_key: Optional[str] = None) -> types.StaffCreateResponse:
        """Create a staff member: `POST /staff`

        Creates a staff member. status defaults to Pending.

        Needs: Staff, Read-write.
        """
        return self._call("POST", "/staff", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create_calendar(
        self,
        id: int,
        body: Optional[types.CalendarSet] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Union[types.StaffCreateCalendarResponse200, types.StaffCreateCalendarResponse201]:
        """Create a person’s calendar: `POST /staff/{id}/calendar`

        Makes the roster of a staff member a calendar that phones and calendar programs subscribe to. A staff member has one for each connection: if there is one already, its settings change and its address stays (200). The calendar has published shifts; cancelled ones are marked as such, drafts and deleted ones are left out. Its address works while the tokens of the connection may read roster and staff, and the staff member is not archived.

        Needs: Roster, Read, and Staff, Read.

        :param id: Id of the record.
        """
        return self._call("POST", f"/staff/{part(id)}/calendar", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete_calendar(self, id: int, *, idempotency_key: Optional[str] = None) -> types.StaffDeleteCalendarResponse:
        """End a person’s calendar: `DELETE /staff/{id}/calendar`

        Ends the calendar that this connection has created. Its address no longer works, and a later calendar has another.

        Needs: Roster, Read, and Staff, Read.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/staff/{part(id)}/calendar", idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.StaffGetResponse:
        """Get a staff member: `GET /staff/{id}`

        Returns a staff member by user id. A supplier is not found.

        Needs: Staff, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/staff/{part(id)}")

    def get_calendar(self, id: int) -> types.StaffGetCalendarResponse:
        """Get a person’s calendar: `GET /staff/{id}/calendar`

        Returns the calendar that this connection has created for a staff member.

        Needs: Roster, Read, and Staff, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/staff/{part(id)}/calendar")

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        ids: Optional[Sequence[int]] = None,
        updated_since: Optional[Text] = None,
        status: Optional[Literal["Active", "Inactive", "Pending", "Non-compliant", "Archived"]] = None,
        query: Optional[Text] = None,
    ) -> Pages[types.StaffListResponse, types.Staff]:
        """List staff: `GET /staff`

        Returns staff ordered by id. Archived staff are included unless status is set. Suppliers are never included.

        Needs: Staff, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only staff after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param ids: Only staff with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        :param updated_since: Only staff updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param status: Only staff with this status.
        :param query: Part of the name, case-insensitive.
        """
        return self._pages("/staff", query={"page": page, "per_page": per_page, "after_id": after_id, "ids": ids, "updated_since": updated_since, "status": status, "query": query}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        ids: Optional[Sequence[int]] = None,
        updated_since: Optional[Text] = None,
        status: Optional[Literal["Active", "Inactive", "Pending", "Non-compliant", "Archived"]] = None,
        query: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /staff?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/staff", {"format": format, "ids": ids, "updated_since": updated_since, "status": status, "query": query})

    def set_status(self, id: int, body: types.StaffMove, *, idempotency_key: Optional[str] = None) -> types.StaffSetStatusResponse:
        """Change the status of a staff member: `POST /staff/{id}/status`

        status can change as follows: Pending → Active, Archived; Active → Inactive, Non-compliant, Archived; Inactive → Active, Archived; Non-compliant → Active, Archived; Archived → Inactive. Any other change is a 422 that lists the allowed ones. Sending the current status changes nothing.

        Needs: Staff, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/staff/{part(id)}/status", body=body, idempotency_key=idempotency_key, takes_key=True)

    def update(self, id: int, body: types.StaffPatch, *, idempotency_key: Optional[str] = None) -> types.StaffUpdateResponse:
        """Update a staff member: `PATCH /staff/{id}`

        Updates only the fields in the body; null clears email or phone. status can change as follows: Pending → Active, Archived; Active → Inactive, Non-compliant, Archived; Inactive → Active, Archived; Non-compliant → Active, Archived; Archived → Inactive.

        Needs: Staff, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/staff/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class TaskCharges(Resource):
    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.TaskChargesDeleteResponse:
        """Delete a charge: `DELETE /task-charges/{id}`

        Deletes a charge and its pending billable. The primary charge of a task with other charges, and the only charge of a billable task, are rejected with 422. A billed task is rejected with 422.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/task-charges/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def make_primary(self, id: int, *, idempotency_key: Optional[str] = None) -> types.TaskChargesMakePrimaryResponse:
        """Make a charge primary: `POST /task-charges/{id}/primary`

        Makes a charge the primary one of its task, which then has the charge’s price code. Minutes and cost do not change. If the charge is already primary, nothing changes. The request has no body. A billed task is rejected with 422.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/task-charges/{part(id)}/primary", idempotency_key=idempotency_key, takes_key=True)

    def update(
        self,
        id: int,
        body: types.TaskChargePatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.TaskChargesUpdateResponse:
        """Update a charge: `PATCH /task-charges/{id}`

        Updates only the fields in the body. The cost is computed again if the minutes or the price code change. Another price code also replaces a name that was the old code’s and a claim type that the new code does not list, unless the body has them. A pending billable of the charge is updated too. The price is that of the code on the task’s date. If the price code with this id is not in effect then, another one with the same code is used. An unknown code, a code without a price on that day, a code for another client type and a claim type that the code does not list are rejected with 422. A billed task is rejected with 422.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/task-charges/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Tasks(Resource):
    def add_charge(
        self,
        id: int,
        body: types.TaskChargeCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.TasksAddChargeResponse:
        """Add a charge to a task: `POST /tasks/{id}/charges`

        Adds a charge to a task. The first charge is the primary one. By default the minutes are the task’s, the name is the price code’s, and the claim type is Standard or the first one that the code lists. A task has at most 100 charges. The price is that of the code on the task’s date. If the price code with this id is not in effect then, another one with the same code is used. An unknown code, a code without a price on that day, a code for another client type and a claim type that the code does not list are rejected with 422. A billed task is rejected with 422.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/tasks/{part(id)}/charges", body=body, idempotency_key=idempotency_key, takes_key=True)

    def add_document(
        self,
        id: int,
        body: types.TaskDocumentCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.TasksAddDocumentResponse:
        """Add a document to a task: `POST /tasks/{id}/documents`

        Adds the name of a document to a task; the file itself is stored elsewhere. A billed task can get documents too. A task has at most 100 documents.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/tasks/{part(id)}/documents", body=body, idempotency_key=idempotency_key, takes_key=True)

    def add_note(
        self,
        id: int,
        body: types.TaskNoteCreate,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.TasksAddNoteResponse:
        """Add a note to a task: `POST /tasks/{id}/notes`

        Adds a note to a task. Its type is General by default. A billed task can get notes too. The notes of one task have at most 256 KB together, each counted with 100 bytes more.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("POST", f"/tasks/{part(id)}/notes", body=body, idempotency_key=idempotency_key, takes_key=True)

    def create(self, body: types.TaskCreate, *, idempotency_key: Optional[str] = None) -> types.TasksCreateResponse:
        """Create a task: `POST /tasks`

        Creates a task. Only `title` and `date` are required. A price code adds the primary charge, with its price on the task’s date for the task’s minutes. With `recurrence` the tasks of the next 12 weeks are created at once, and later ones as time passes.

        Needs: Tasks, Read-write.
        """
        return self._call("POST", "/tasks", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(
        self,
        id: int,
        body: Optional[types.TaskDelete] = None,
        *,
        scope: Optional[Literal["this", "this_and_following"]] = None,
        dry_run: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> types.TasksDeleteResponse:
        """Delete a task: `DELETE /tasks/{id}`

        Deletes a task with its charges, notes and documents. With the `scope` this_and_following, in the body or the query, the later tasks of its series are deleted too and the series ends; completed ones stay. A billed task is rejected with 422. Void billables stay. `dry_run`, too, may be in the body or the query.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        :param scope: Of a repeating task: this task alone (the default), or also the later tasks of its series
        :param dry_run: true validates the request, returns what would change, and stores nothing.
        """
        return self._call("DELETE", f"/tasks/{part(id)}", query={"scope": scope, "dry_run": dry_run}, body=body, idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.TasksGetResponse:
        """Get a task: `GET /tasks/{id}`

        Returns a task with its charges, notes and documents, and its recurrence if it repeats. `price_code` and `charge` are those of the primary charge.

        Needs: Tasks, Read.

        :param id: Id of the record.
        """
        return self._call("GET", f"/tasks/{part(id)}")

    def list(
        self,
        *,
        page: Optional[int] = None,
        per_page: Optional[int] = None,
        after_id: Optional[int] = None,
        ids: Optional[Sequence[int]] = None,
        client_id: Optional[int] = None,
        assignee_id: Optional[int] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        completed: Optional[bool] = None,
        billable: Optional[bool] = None,
        updated_since: Optional[Text] = None,
    ) -> Pages[types.TasksListResponse, types.Task]:
        """List tasks: `GET /tasks`

        Lists tasks in the order of their ids, each with the fields of GET /tasks/{id}. A task must match all filters.

        Needs: Tasks, Read.

        :param page: Page number, 1 or greater.
        :param per_page: Records on a page, 1 to 100.
        :param after_id: Only tasks after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
        :param ids: Only tasks with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
        :param client_id: Only tasks for this client
        :param assignee_id: Only tasks assigned to this staff member
        :param from_: Only tasks on or after this day. Such as 2026-11-30.
        :param to: Only tasks on or before this day. Must not be before `from`. Such as 2026-11-30.
        :param completed: Only completed tasks, or only open ones
        :param billable: Only billable tasks, or only those that are not
        :param updated_since: Only tasks updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        """
        return self._pages("/tasks", query={"page": page, "per_page": per_page, "after_id": after_id, "ids": ids, "client_id": client_id, "assignee_id": assignee_id, "from": from_, "to": to, "completed": completed, "billable": billable, "updated_since": updated_since}, items="data", by="after_id", size=("per_page", 100))

    def export(
        self,
        format: Literal["csv", "ndjson"] = "csv",
        *,
        ids: Optional[Sequence[int]] = None,
        client_id: Optional[int] = None,
        assignee_id: Optional[int] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        completed: Optional[bool] = None,
        billable: Optional[bool] = None,
        updated_since: Optional[Text] = None,
    ) -> Export:
        """All that match, as a file: `GET /tasks?format=csv`

        `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
        """
        return self._export("/tasks", {"format": format, "ids": ids, "client_id": client_id, "assignee_id": assignee_id, "from": from_, "to": to, "completed": completed, "billable": billable, "updated_since": updated_since})

    def update(self, id: int, body: types.TaskPatch, *, idempotency_key: Optional[str] = None) -> types.TasksUpdateResponse:
        """Update a task: `PATCH /tasks/{id}`

        Updates only the fields in the body. `updated` lists those whose values changed.

        Another price code, or making the task billable, sets the primary charge from the price code: its name, the task’s minutes, and the price on the task’s date. Completing a task does not change the minutes and the cost of the primary charge. Otherwise a primary charge with the same minutes as the task follows the task’s minutes, and a task that moves to a day with another price of the same code takes that price.

        For a repeating task, `this` updates one task, which leaves its series unless it is only completed or reopened. `this_and_following` also updates the later open tasks and the tasks that the series creates from then on. A billed task is rejected with 422, with `message` and `error` set to "This task is billed and cannot be edited.", and nothing changes.

        Needs: Tasks, Read-write.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/tasks/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Webhooks(Resource):
    def create(self, body: types.WebhookCreate, *, idempotency_key: Optional[str] = None) -> Union[types.WebhooksCreateResponse200, types.WebhooksCreateResponse201]:
        """Create a webhook: `POST /webhooks`

        Creates a webhook: from now on every event of its types is sent to the url, signed with the secret of the response (Standard Webhooks). It belongs to the token’s connection and gets what the valid tokens of the connection may read at the time of sending.

        `from` sends stored events first: from the number of an event, included, or from a day or instant. A type of an area that the token may not read is a 403, also within `*` if another token of the connection may read it. The url must be an https address whose host name resolves to public addresses.

        Needs: a valid token.
        """
        return self._call("POST", "/webhooks", body=body, idempotency_key=idempotency_key, takes_key=True)

    def delete(self, id: int, *, idempotency_key: Optional[str] = None) -> types.WebhooksDeleteResponse:
        """Delete a webhook: `DELETE /webhooks/{id}`

        Deletes a webhook with its deliveries. Nothing more is sent.

        Needs: a valid token.

        :param id: Id of the record.
        """
        return self._call("DELETE", f"/webhooks/{part(id)}", idempotency_key=idempotency_key, takes_key=True)

    def get(self, id: int) -> types.WebhooksGetResponse:
        """Get a webhook: `GET /webhooks/{id}`

        Returns one webhook of the token’s connection. That of another connection is a 404.

        Needs: a valid token.

        :param id: Id of the record.
        """
        return self._call("GET", f"/webhooks/{part(id)}")

    def get_delivery(self, id: int, event_id: int) -> types.WebhooksGetDeliveryResponse:
        """Get a delivery of a webhook: `GET /webhooks/{id}/deliveries/{event_id}`

        Returns the delivery of one event to a webhook, with every attempt.

        Needs: a valid token.

        :param id: Id of the webhook.
        :param event_id: Number of the event.
        """
        return self._call("GET", f"/webhooks/{part(id)}/deliveries/{part(event_id)}")

    def list(self) -> Pages[types.WebhooksListResponse, types.Webhook]:
        """List webhooks: `GET /webhooks`

        Returns the webhooks of the token’s connection, ordered by id. A connection has at most 20, an organisation 50.

        Needs: a valid token.
        """
        return self._pages("/webhooks", items="data")

    def list_deliveries(
        self,
        id: int,
        *,
        status: Optional[Literal["pending", "delivered", "failed"]] = None,
        types: Optional[Sequence[str]] = None,
        from_: Optional[Text] = None,
        to: Optional[Text] = None,
        limit: Optional[int] = None,
        cursor: Optional[Text] = None,
    ) -> Pages[types.WebhooksListDeliveriesResponse, types.WebhookDelivery]:
        """List deliveries of a webhook: `GET /webhooks/{id}/deliveries`

        Returns what was sent to a webhook in the last 30 days and what is to be tried again, by the time of the last attempt, newest first. A token sees the types that it may read.

        Go on with `cursor` = `meta.next_cursor`. One request looks at up to 10,000 deliveries, so a page with a filter may have fewer than `limit` and still a next one.

        Needs: a valid token.

        :param id: Id of the record.
        :param status: Only deliveries with this status.
        :param types: Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.
        :param from_: Only those whose last attempt was on or after this day or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param to: Only those whose last attempt was on or before this day or instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
        :param limit: Maximum number of deliveries.
        :param cursor: `next_cursor` of the page before, with the same filter.
        """
        return self._pages(f"/webhooks/{part(id)}/deliveries", query={"status": status, "types": types, "from": from_, "to": to, "limit": limit, "cursor": cursor}, items="data", by="cursor", size=("limit", 100))

    def replay(
        self,
        id: int,
        body: types.WebhookReplay,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhooksReplayResponse:
        """Replay events to a webhook: `POST /webhooks/{id}/replay`

        Sends events of the past again, under their webhook-ids: those that failed or are pending, or with `only: all` every event of the webhook’s types that its connection may read now. Events after the webhook’s position are left out, because they are sent anyway.

        At most 10,000 events, of at most 100,000 in a row, and one replay at a time.

        Needs: a valid token.

        :param id: Id of the record.
        """
        return self._call("POST", f"/webhooks/{part(id)}/replay", body=body, idempotency_key=idempotency_key, takes_key=True)

    def resend(self, id: int, event_id: int, *, idempotency_key: Optional[str] = None) -> types.WebhooksResendResponse:
        """Resend an event to a webhook: `POST /webhooks/{id}/deliveries/{event_id}/resend`

        Sends the event of a delivery again, next in line and under the same webhook-id. A failure of it does not count towards the health of the webhook. A disabled webhook sends it once it is enabled.

        Needs: a valid token.

        :param id: Id of the webhook.
        :param event_id: Number of the event.
        """
        return self._call("POST", f"/webhooks/{part(id)}/deliveries/{part(event_id)}/resend", idempotency_key=idempotency_key, takes_key=True)

    def rotate_secret(
        self,
        id: int,
        body: Optional[types.SecretRotation] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhooksRotateSecretResponse:
        """Rotate the secret of a webhook: `POST /webhooks/{id}/rotate-secret`

        Makes a new secret. For `overlap_hours` requests have two signatures, so that the receiver can change over at any time. While the secret before is still valid, another rotation is a 422, unless `overlap_hours` is 0. A token that may read less than its connection gets a 403 if the webhook gets more.

        Needs: a valid token.

        :param id: Id of the record.
        """
        return self._call("POST", f"/webhooks/{part(id)}/rotate-secret", body=body, idempotency_key=idempotency_key, takes_key=True)

    def test(self, id: int, body: Optional[types.WebhookTest] = None) -> types.WebhooksTestResponse:
        """Test a webhook: `POST /webhooks/{id}/test`

        Sends an example of a type of event now, signed, with `data.test: true`, and returns what the receiver did. The default is the type `webhook.test`. At most 10 a minute for a webhook, then 429. An Idempotency-Key has no effect: each request sends.

        Needs: a valid token.

        :param id: Id of the record.
        """
        return self._call("POST", f"/webhooks/{part(id)}/test", body=body)

    def update(
        self,
        id: int,
        body: types.WebhookPatch,
        *,
        idempotency_key: Optional[str] = None,
    ) -> types.WebhooksUpdateResponse:
        """Update a webhook: `PATCH /webhooks/{id}`

        Updates only the fields in the body. A new url ends a rest after failures.

        `enabled: false` disables the webhook; its position stays. `enabled: true` continues from there, or with `resume: latest` from the next event on. If events after the position are no longer stored, continuing is a 422 that says which.

        Needs: a valid token.

        :param id: Id of the record.
        """
        return self._call("PATCH", f"/webhooks/{part(id)}", body=body, idempotency_key=idempotency_key, takes_key=True)


class Resources:
    """All operations, by the record they are about."""

    def __init__(self, call: Call) -> None:
        self.appointments = Appointments(call)
        self.billables = Billables(call)
        self.businesses = Businesses(call)
        self.clients = Clients(call)
        self.dashboards = Dashboards(call)
        self.events = Events(call)
        self.external_ids = ExternalIds(call)
        self.form_submissions = FormSubmissions(call)
        self.forms = Forms(call)
        self.imports = Imports(call)
        self.insights = Insights(call)
        self.me = Me(call)
        self.note_templates = NoteTemplates(call)
        self.notes = Notes(call)
        self.organisation = Organisation(call)
        self.price_codes = PriceCodes(call)
        self.prospects = Prospects(call)
        self.reports = Reports(call)
        self.shifts = Shifts(call)
        self.sites = Sites(call)
        self.spaces = Spaces(call)
        self.staff = Staff(call)
        self.task_charges = TaskCharges(call)
        self.tasks = Tasks(call)
        self.webhooks = Webhooks(call)
