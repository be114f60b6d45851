{{/* Names and labels. A component is one of .Values.services. */}}

{{- define "tandem.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* (dict "root" $ "name" "shares") */}}
{{- define "tandem.component" -}}
{{- printf "%s-%s" (include "tandem.fullname" .root) .name -}}
{{- end -}}

{{- define "tandem.releaseLabels" -}}
app.kubernetes.io/part-of: tandem
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tandem.selector" -}}
{{ include "tandem.releaseLabels" .root }}
app.kubernetes.io/name: {{ .name }}
{{- end -}}

{{- define "tandem.commonLabels" -}}
{{ include "tandem.releaseLabels" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "tandem.labels" -}}
{{ include "tandem.commonLabels" .root }}
app.kubernetes.io/name: {{ .name }}
{{- end -}}

{{- define "tandem.image" -}}
{{- $image := .root.Values.image -}}
{{- $digest := get $image.digests .name -}}
{{- $reference := get $image.references .name -}}
{{- if $reference -}}
{{- $reference -}}
{{- else if $digest -}}
{{- printf "%s/%s@%s" $image.registry .name $digest -}}
{{- else -}}
{{- printf "%s/%s:%s" $image.registry .name ($image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- define "tandem.host" -}}
{{- (urlParse .Values.publicUrl).hostname -}}
{{- end -}}

{{- define "tandem.isHttps" -}}
{{- if hasPrefix "https://" .Values.publicUrl }}true{{ end -}}
{{- end -}}

{{/* Ports by kind: the door of a workload, besides its metrics. */}}
{{- define "tandem.port" -}}
{{- get (dict "rpc" "50051" "http" "8080" "ws" "8080" "static" "8080") .kind -}}
{{- end -}}
{{- define "tandem.portName" -}}
{{- get (dict "rpc" "grpc" "http" "http" "ws" "ws" "static" "http") .kind -}}
{{- end -}}
